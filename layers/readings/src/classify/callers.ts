const SIGN_IN = '(?:authenticates?|logs? in|signs? in|logged in|signed in|authenticated)'
const CREDENTIAL =
  '(?:api keys?|jwts?|(?:oauth )?(?:bearer |access )?tokens?|oauth(?: ?2(?:\\.\\d)?)?|oidc|openid connect|saml)'

/** "Staff authenticate with API keys": how callers of a thing prove themselves, not what the thing is. */
const CALLERS = new RegExp(
  `(?:may\\s+|must\\s+|can\\s+)?${SIGN_IN}\\s+(?:with|by|using|over|through)\\s+(?:an?\\s+|their\\s+)?${CREDENTIAL}(?![\\p{L}\\p{N}])`,
  'giu',
)

const TOLD = 4

/** An intention without how its callers prove themselves, where words before that say what it is. */
export const withoutCallers = (intention: string): string =>
  intention.replace(CALLERS, (said: string, at: number) =>
    (intention.slice(0, at).match(/[\p{L}\p{N}]+/gu) ?? []).length < TOLD ? said : ' ',
  )
