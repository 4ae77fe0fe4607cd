tests "known" {}
test "where they have been" {
  { "march hall" }, { "march cellar" }, { "= names(known())", data = "gate, hall and cellar" },
  { "home", dice = "d6:3 d6:2", here = { hoard = 1 } }, { "= place('hall').hoard", data = 0 } }
test "known beforehand, with tracks" { given = { rooms = { "vault", hall = { emptied = true, hoard = 2 } } },
  { "home", dice = "d6:1" }, { "= place('hall').hoard", data = 3 }, { "= known 'vault'", data = true }, { "= known 'cellar'", data = false } }
