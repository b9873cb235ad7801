import type { Span } from './document.ts'

const OVERCLAIMS =
  /\b(?:(?:we|it|this|which) guarantees?|(?:is|are|be) guaranteed(?! (?:at|by|in|for|to))|guaranteed (?:success|results?|savings?|returns?|uptime)|never (?:fails?|goes? down|breaks?)|will never|cannot fail|(?:can ?not|can[’']t) (?:be (?:hacked|broken|breached)|make a|go wrong|fail)|nothing can fail|100 ?% (?:secure|safe|reliable|accurate|guaranteed|uptime|certain)|risk[- ]free|zero[- ](?:risk|downtime guaranteed|defects?)|no (?:risks?|bugs)(?: at all| whatsoever| of any)|unbreakable|unhackable|bullet[- ]?proof|fool[- ]?proof|flawless(?:ly)?|perfect(?:ly)?|world[- ]class|best[- ]in[- ]class|revolutionary|game[- ]chang(?:er|ing)|cutting[- ]edge|state[- ]of[- ]the[- ]art|infinitely|without (?:any )?(?:limit|doubt)|beyond (?:any )?doubt|completely (?:secure|safe|eliminates?)|always works|undoubtedly|military[- ]grade|seamless(?:ly)?|unparalleled|unprecedented|10x|under any load|certain success|success is certain|worldwide compliant|all laws|super positive|everybody (?:is excited|loves?|agrees)|will love|proven that there are no|nobody can (?:break|beat))\b/gi

/** Promises that nobody can keep. */
export const overclaimsIn = (text: string): readonly Span[] =>
  [...text.matchAll(OVERCLAIMS)].map(({ index, 0: match }) => ({ start: index, end: index + match.length }))
