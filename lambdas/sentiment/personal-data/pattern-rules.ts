/** The kind of a piece of personal data: the word that replaces it. None of them sounds good or bad. */
export type Kind =
  | 'URL'
  | 'EMAIL'
  | 'IBAN'
  | 'CARD'
  | 'MAC'
  | 'IP'
  | 'ID'
  | 'DATE'
  | 'HANDLE'
  | 'PHONE'
  | 'ADDRESS'
  | 'NAME'

/**
 * A pattern of personal data. Authors may know the patterns, so each is linear: quantifiers are bounded, and a match
 * can begin only after the end of something else.
 */
export interface PatternRule {
  readonly kind: Kind
  readonly pattern: RegExp
  /** Only the group is removed; without it the whole match. */
  readonly group?: true
}

const AT_SIGN = String.raw`\s{0,2}@\s{0,2}|\s{0,2}[([{<]\s?(?:at|@|ät|arroba|chez)\s?[)\]}>]\s{0,2}`
const AT_WORD = String.raw`\s{1,3}(?:at|arroba|chez)\s{1,3}`
const DOT_ANY = String.raw`\s{0,2}\.\s{0,1}|\s{0,2}[([{<]\s?(?:dot|\.|punkt|punto|point)\s?[)\]}>]\s{0,2}|\s{1,3}(?:dot|punkt|punto|point)\s{1,3}`
const DOT_WORD = String.raw`\s{0,2}[([{<]\s?(?:dot|\.|punkt|punto|point)\s?[)\]}>]\s{0,2}|\s{1,3}(?:dot|punkt|punto|point)\s{1,3}`
const LOCAL = String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}`
const LABEL = String.raw`[\p{L}\p{N}][\p{L}\p{N}-]{0,62}`

const ID_CUE = String.raw`(?:ssn|s\.s\.n|social security(?: (?:number|no|num|#))?|passport(?: (?:number|no|num|#))?|driver'?s? licen[cs]e(?: (?:number|no))?|licen[cs]e (?:number|no|plate)|national insurance(?: (?:number|no))?|nino|ni number|nhs(?: (?:number|no))?|tax (?:id|number|no)|tin|steuer-?id|steuernummer|personalausweis|ausweis(?:nummer)?|reisepass|id (?:number|no|card)|dni|nie|nif|bsn|pesel|aadhaar|pan card|account (?:number|no|#)|acct|konto(?:nummer)?|sort code|routing number|policy (?:number|no)|customer (?:number|no|id)|order (?:number|no|id|#)|case (?:number|no|id|#)|ticket (?:number|no|id|#)|booking (?:reference|ref|number|no)|tracking (?:number|no)|numéro de sécurité sociale|passeport)`

const MONTH = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|janv|févr|avr|juin|juil|août|déc)\p{L}{0,8}`
const DATE = String.raw`(?:\d{1,4}[./ -]\d{1,2}[./ -]\d{2,4}|\d{1,2}(?:st|nd|rd|th|\.)?\s(?:of\s)?${MONTH}\.?,?\s?\d{0,4}|${MONTH}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s?\d{0,4})`
const BIRTH_CUE = String.raw`(?:dob|d\.o\.b\.?|date of birth|birth ?date|birthday(?: is)?|born(?: on)?|geboren(?: am)?|geb\.|geburtsdatum|né(?:e)? le|date de naissance|nacid[oa] el)`

const SERVICE = `(?:instagram|insta|ig|snapchat|snap|telegram|tg|twitter|tiktok|discord|skype|mastodon|bluesky|threads|wechat|line id|xbox|psn|gamertag|steam|venmo|cashapp|paypal|user ?name|user id|handle|nickname)`

/** In the order of their use: a later rule does not see pieces that an earlier one removed. */
export const BEFORE_NUMBERS: readonly PatternRule[] = [
  { kind: 'EMAIL', pattern: new RegExp(`${LOCAL}(?:${AT_SIGN})${LABEL}(?:(?:${DOT_ANY})${LABEL}){1,4}`, 'giu') },
  { kind: 'EMAIL', pattern: new RegExp(`${LOCAL}${AT_WORD}${LABEL}(?:(?:${DOT_WORD})${LABEL}){1,4}`, 'giu') },
  { kind: 'MAC', pattern: /(?<![0-9a-f:-])[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}(?![0-9a-f:-])/gi },
  { kind: 'MAC', pattern: /(?<![0-9a-f.])[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![0-9a-f.])/gi },
]

export const AFTER_NUMBERS: readonly PatternRule[] = [
  { kind: 'ID', pattern: /(?<![\d-])\d{3}[- ]\d{2}[- ]\d{4}(?![\d-])/g },
  // GB national insurance, ES DNI and NIE, IT codice fiscale: shapes with no other meaning.
  { kind: 'ID', pattern: /(?<![A-Za-z0-9])[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![A-Za-z0-9])/g },
  { kind: 'ID', pattern: /(?<![A-Za-z0-9])(?:\d{8}|[XYZ]\d{7})-?[A-Z](?![A-Za-z0-9])/g },
  { kind: 'ID', pattern: /(?<![A-Za-z0-9])[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z](?![A-Za-z0-9])/g },
  {
    kind: 'ID',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}])${ID_CUE}(?:\s(?:is|was|ist|est|es)|[:#=-]|\s|\.){0,4}(?=[\p{L}\d-]{0,20}\d|[\p{L}-]{1,6}\s\d)([\p{L}\d]{1,20}(?:[ ./-][\p{L}]{0,3}\d[\p{L}\d]{0,12}|[ ./-][\p{L}]{1,3}(?=[ -]?\d)|\s[A-Z](?![\p{L}])){0,6})`,
      'gdiu',
    ),
    group: true,
  },
  {
    kind: 'DATE',
    pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])${BIRTH_CUE}[\s:=,-]{0,4}(?:is\s|on\s|the\s)?(${DATE})`, 'gdiu'),
    group: true,
  },
  {
    kind: 'HANDLE',
    pattern:
      /(?<![\p{L}\p{N}])@[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}(?:@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4})?/gu,
  },
  { kind: 'HANDLE', pattern: /(?<![\p{L}\p{N}])@\s{1,2}(?=[\p{L}\p{N}_]{0,30}[\d_])[\p{L}\p{N}_]{3,31}/gu },
  { kind: 'HANDLE', pattern: /(?<![p{L}p{N}/])\/?u\/[\w-]{2,30}/gi },
  { kind: 'HANDLE', pattern: /(?<![\p{L}\p{N}.])[\w.]{2,32}#\d{4}(?!\d)/gu },
  {
    kind: 'HANDLE',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}])${SERVICE}(?:\s(?:is|name|handle|id|account|user)){0,2}(?:\s{0,2}[:=-]\s{0,2}|\s(?:is|as)\s|\s(?=[\w.]{0,30}[\d_.]))[@~]?([\w][\w.-]{2,39})`,
      'gdiu',
    ),
    group: true,
  },
]
