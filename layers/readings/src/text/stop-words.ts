/** Words without content. A test pins their digest, because a change would change the draws of readings. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and any are as at be been but by can could did do does for from had has have how i if in into is it its may might must
my no not of on one or our out per shall should so some than that the their them then there these they this those to up us was
we were what when where which who will with would you your`.split(/\s/),
)
