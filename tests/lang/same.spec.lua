tests "same" {}
test "pairs goes through keys in one order" {
  { "keys", sees = "1: -1 0.5 +0 +1 +2 +3 +4 +5 +6 +7 +8 +9 +10 +11 1e+300 a" }, { "keys", sees = "2: -1 0.5 +0 +1 +2 +3 +4 +5 +6 +7 +8 +9 +10 +11 1e+300 a" },
}
test "no address is told, behind a NUL either" { { "address", refused = "addresses differ from run to run" } }
test "a table and a function are told without their addresses" { { "things", sees = "table|table|table, function|function|function", never = "0x" } }
test "a number that is none has no sign" { { "nan", sees = "nan nan   nan| nan nan nan xxx", never = "-nan" } }
test "a power has the same last digit on every machine" {
  { "powers", sees = "11834.15446801 9109.5557997840533 12800845441.963577 2908828202.6543207 1.2247448713915889 0.125 2 -8" },
}
