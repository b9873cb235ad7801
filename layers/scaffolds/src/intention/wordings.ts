/**
 * Wordings of intentions as regular expressions for one clause. Wordings with `if` apply only if the text of the
 * requirement matches, because `caller-verified` means API keys in one project and tokens in another.
 */
export type Wording = string | { readonly if: RegExp; readonly wordings: readonly string[] }

/** Wordings by the key of the requirement that meets them. */
export type WordingsByRequirement = Readonly<Record<string, readonly Wording[]>>

const CALLERS = String.raw`(?:(?:(?:the|our|all|each|every|only) )?\p{L}+ )?`
const SIGN_IN =
  '(?:authenticates?|are authenticated|is authenticated|signs? in|logs? in|signed in|logged in|identif(?:y|ies) themselves)'
const TOKENS = String.raw`(?:an? |their |our )?(?:jwts?|(?:oauth )?(?:bearer |access )?tokens?|oauth(?: ?2(?:\.\d)?)?|oidc|openid connect)(?: from our (?:identity provider|issuer))?`
const API_KEYS = '(?:an? |their )?api keys?'

/**
 * Wordings that requirements of parts meet. List only what the templates implement and test: other words are reported
 * as not recognized.
 */
export const PART_WORDINGS: WordingsByRequirement = {
  'hmac-verified': [
    '(?:verif(?:y|ies|ied|ying)|checks?|checking|validates?)(?: (?:the|their|its|each|every))? (?:hmac )?signatures?',
    '(?:verif(?:y|ies)|checks?)(?: that)? (?:they|it) (?:really )?(?:came|comes?) from (?:them|there|the sender)',
    '(?:refuses?|rejects?) (?:forged|unsigned|fake)(?: ones| events| requests)?',
    'signed(?: by (?:the|their) senders?)?',
    '(?:with )?(?:an? |their |the )?hmac(?:[- ]sha-?256)?(?: signatures?)?',
  ],
  'caller-verified': [
    {
      if: /API key/,
      wordings: [
        `${CALLERS}${SIGN_IN} (?:with|by|using) ${API_KEYS}`,
        `(?:with|by|using) ${API_KEYS}`,
        `callers? (?:have|has) ${API_KEYS}`,
        '(?:verif(?:y|ies)|checks?|validates?) api keys?',
      ],
    },
    {
      if: /token/,
      wordings: [
        `${CALLERS}${SIGN_IN} (?:with|by|using|over|through) ${TOKENS}`,
        `(?:with|by|using) ${TOKENS}`,
        `(?:verif(?:y|ies)|checks?|validates?) (?:each |every |the )?${TOKENS}`,
      ],
    },
    '(?:verif(?:y|ies)|checks?|validates?) (?:callers?|who calls)',
    '(?:only )?for (?:our )?(?:staff|employees|members|colleagues) only',
    '(?:only )?(?:verified|authenticated|authorized|signed-in) (?:callers?|users?|people|staff|members)(?: only)?',
  ],
  'items-paged': ['paginat(?:ed|ion|es?)', 'paged', '(?:in|with) pages', 'with cursors?'],
  'items-once': ['(?:with )?idempotency keys?', 'idempotent(?:ly)?'],
  'records-conditional': ['optimistic (?:locking|concurrency)', 'if-match', 'etags?'],
  once: [
    '(?:only |exactly )once',
    'idempotent(?:ly)?',
    'deduplicat(?:e|es|ed|ing|ion)',
    String.raw`(?:must |may |can |is |are )?(?:never|not) (?:to )?(?:be )?(?:acts? |counts? |counted |handled |processed |sent |mailed |done |booked |\p{L}+ed )?(?:twice|more than once)`,
  ],
  retry: ['retr(?:y|ies|ied|ying)(?: (?:failed calls|failures|on failure))?', '(?:with )?(?:exponential )?back-?off'],
  'queue-partial': [
    '(?:with |and |to )?(?:an? |the )?dead[- ]letter(?:ed|s)?(?: queues?)?',
    'retr(?:y|ies|ied|ying)(?: (?:the )?(?:failed|failing)(?: ones| messages| jobs| tasks)?)?',
  ],
}
