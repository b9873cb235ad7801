/**
 * Stop words, which carry no subject (runtime.md 12, ruling 6). A test pins their digest: they are part of the engine.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and any are as at be been but by can could did do does for from had has have how i if in into is it its may might must
my no not of on one or our out per shall should so some than that the their them then there these they this those to up us was
we were what when where which who will with would you your`.split(/\s/),
)
