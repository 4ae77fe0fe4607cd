tests "sums" { party = { { "A", eye = 2 } } }

test "the natural roll of two dice is their sum, without what is added" {
  { "A aim", dice = "2d6:1,1", A = { luck = 0 } },
  { "A aim", dice = "2d6:6,6", A = { luck = 1 } },
  { "A aim", dice = "2d6:2,6", A = { luck = 1 } },
  { "A aim", dice = "2d6:4,6", A = { luck = 1 } } }
