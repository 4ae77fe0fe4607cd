/* libmicrohttpd, loaded by `serve` and not when the program starts: with what it needs itself, such
 * as GnuTLS, that would take longer than all else that most commands do to start. */
#pragma once

#include <microhttpd.h>
#include <stdbool.h>

/* True if the library is there. */
bool microhttpd_load(void);
/* Returns a function of the library, once it is loaded. */
void *microhttpd_function(const char *name);

/* Each function of the library that the program calls, under its own name and type. */
#define LOADED(name) (__extension__(__typeof__(&name)) microhttpd_function(#name))
#define MHD_add_response_header LOADED(MHD_add_response_header)
#define MHD_create_response_from_buffer LOADED(MHD_create_response_from_buffer)
#define MHD_create_response_from_callback LOADED(MHD_create_response_from_callback)
#define MHD_destroy_response LOADED(MHD_destroy_response)
#define MHD_get_connection_info LOADED(MHD_get_connection_info)
#define MHD_get_connection_values_n LOADED(MHD_get_connection_values_n)
#define MHD_get_daemon_info LOADED(MHD_get_daemon_info)
#define MHD_get_timeout LOADED(MHD_get_timeout)
#define MHD_http_unescape LOADED(MHD_http_unescape)
#define MHD_lookup_connection_value LOADED(MHD_lookup_connection_value)
#define MHD_queue_response LOADED(MHD_queue_response)
#define MHD_resume_connection LOADED(MHD_resume_connection)
#define MHD_run LOADED(MHD_run)
#define MHD_start_daemon LOADED(MHD_start_daemon)
#define MHD_stop_daemon LOADED(MHD_stop_daemon)
#define MHD_suspend_connection LOADED(MHD_suspend_connection)
