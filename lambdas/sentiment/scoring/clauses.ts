/** Where an opinion may turn (sentences included): a text is MIXED when clauses on both sides of one do not agree. */
const TURNS = /[.!?;,:\n]+\s|\s(?:but|though|although|however|yet|while|whereas|except|despite)\s/i

/** The parts of a text that may each have an opinion of their own. */
export const clausesOf = (text: string): readonly string[] =>
  text.split(TURNS).flatMap((clause) => (/\p{L}|\p{Extended_Pictographic}/u.test(clause) ? [clause.trim()] : []))
