/** Places where an opinion may turn, including ends of sentences. A text is MIXED if its clauses disagree. */
const TURNS = /[.!?;,:\n]+\s|\s(?:but|though|although|however|yet|while|whereas|except|despite)\s/i

export const clausesOf = (text: string): readonly string[] =>
  text.split(TURNS).flatMap((clause) => (/\p{L}|\p{Extended_Pictographic}/u.test(clause) ? [clause.trim()] : []))
