const RECORDS =
  'logs?|quotes?|quotations?|quoted|offers?|annex|appendix|attached|surveys?|beacon|reports?|invoices?|bills?|records?|register|trials?|pilot|meter|officer|auditor|guide|statute|contracts?|statements?|interviews?|timesheets?|ledger|exports?|query|queries|tickets?|dashboards?|analytics|benchmarks?|load[- ]tests?|audits?|measurements?|sample[sd]?|reconciliation|sheet|spreadsheet|price list|metrics?|postmortems?|drills?|test orders?|manual|documentation|docs|certificate|census|statistics|accounts|minutes of|graphs?|traces?|monitoring|inspection|scan|tender|catalogue|specification|spec'

const ACTS =
  'measured|tested|observed|counted|surveyed|sampled|audited|traced|profiled|interviewed|queried|logged|reported by|according to|confirmed by|approved by|proofread|agreed with|checked (?:by|on|with)|tried|timed|weighed|named|asked|mean of|median of|average of|sum of|last (?:year|month|quarter|autumn|spring|summer|winter|week)|in (?:20\\d\\d|q[1-4])|(?:from|of|in|since) (?:january|february|march|april|may|june|july|august|september|october|november|december)'

export const RECORD = new RegExp(`\\b(?:${RECORDS})\\b`, 'gi')
export const EVIDENCE = new RegExp(`\\b(?:${RECORDS}|${ACTS})\\b|\\b[pP]9[059]\\b`, 'i')

const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'

/** A day, in words or numbers. */
export const DAY = new RegExp(
  `\\b(?:\\d{1,2}(?:st|nd|rd|th)?\\.? (?:${MONTHS})|(?:${MONTHS})\\.? \\d{1,2}\\b|20\\d\\d-\\d\\d(?:-\\d\\d)?|\\d{1,2}[./]\\d{1,2}[./](?:20)?\\d\\d|(?:end of |early |mid-?|late )(?:${MONTHS}))\\b`,
  'i',
)

/** In brackets with a day or a year: who said it when. */
export const DATED_SOURCE = new RegExp(
  `\\([^)\\n]*(?:${DAY.source}|\\b(?:19|20)\\d\\d\\b|\\bq[1-4]\\b)[^)\\n]*\\)`,
  'i',
)
