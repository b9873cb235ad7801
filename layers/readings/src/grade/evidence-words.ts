import type { Span } from './document.ts'

const RECORDS =
  'logs?|quotes?|quotations?|quoted|offers?|annex|appendix|attached|surveys?|beacon|reports?|invoices?|bills?|records?|register|trials?|pilot|meter|officer|auditor|guide|statute|contracts?|statements?|interviews?|timesheets?|ledger|exports?|query|queries|tickets?|dashboards?|analytics|benchmarks?|load[- ]tests?|audits?|measurements?|sample[sd]?|reconciliation|sheet|spreadsheet|price list|metrics?|postmortems?|drills?|test orders?|manual|documentation|docs|certificate|census|statistics|accounts|minutes of|graphs?|traces?|monitoring|inspection|scan|tender|catalog|specification|spec'

const ACTS =
  'measured|tested|observed|counted|surveyed|sampled|audited|traced|profiled|interviewed|queried|logged|reported by|according to|confirmed by|approved by|proofread|agreed with|checked (?:by|on|with)|tried|timed|weighed|named|asked|mean of|median of|average of|sum of|last (?:year|month|quarter|autumn|spring|summer|winter|week)|in (?:20\\d\\d|q[1-4])|(?:from|of|in|since) (?:january|february|march|april|may|june|july|august|september|october|november|december)'

export const RECORD = new RegExp(`\\b(?:${RECORDS})\\b`, 'gi')
export const EVIDENCE = new RegExp(`\\b(?:${RECORDS}|${ACTS})\\b|\\b[pP]9[059]\\b`, 'i')

const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'

export const DAY = new RegExp(
  `\\b(?:\\d{1,2}(?:st|nd|rd|th)?\\.? (?:${MONTHS})|(?:${MONTHS})\\.? \\d{1,2}\\b|20\\d\\d-\\d\\d(?:-\\d\\d)?|\\d{1,2}[./]\\d{1,2}[./](?:20)?\\d\\d|(?:end of |early |mid-?|late )(?:${MONTHS}))\\b`,
  'i',
)

/** Matches a parenthesis with a day or a year that names the source and date of a statement. */
export const DATED_SOURCE = new RegExp(
  `\\([^)\\n]*(?:${DAY.source}|\\b(?:19|20)\\d\\d\\b|\\bq[1-4]\\b)[^)\\n]*\\)`,
  'i',
)

const OVERCLAIMS =
  /\b(?:(?:we|it|this|which) guarantees?|(?:is|are|be) guaranteed(?! (?:at|by|in|for|to))|guaranteed (?:success|results?|savings?|returns?|uptime)|never (?:fails?|goes? down|breaks?)|will never|cannot fail|(?:can ?not|can[’']t) (?:be (?:hacked|broken|breached)|make a|go wrong|fail)|nothing can fail|100 ?% (?:secure|safe|reliable|accurate|guaranteed|uptime|certain)|risk[- ]free|zero[- ](?:risk|downtime guaranteed|defects?)|no (?:risks?|bugs)(?: at all| whatsoever| of any)|unbreakable|unhackable|bullet[- ]?proof|fool[- ]?proof|flawless(?:ly)?|perfect(?:ly)?|world[- ]class|best[- ]in[- ]class|revolutionary|game[- ]chang(?:er|ing)|cutting[- ]edge|state[- ]of[- ]the[- ]art|infinitely|without (?:any )?(?:limit|doubt)|beyond (?:any )?doubt|completely (?:secure|safe|eliminates?)|always works|undoubtedly|military[- ]grade|seamless(?:ly)?|unparalleled|unprecedented|10x|under any load|certain success|success is certain|worldwide compliant|all laws|super positive|everybody (?:is excited|loves?|agrees)|will love|proven that there are no|nobody can (?:break|beat))\b/gi

export const overclaimsIn = (text: string): readonly Span[] =>
  [...text.matchAll(OVERCLAIMS)].map(({ index, 0: match }) => ({ start: index, end: index + match.length }))
