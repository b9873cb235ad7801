/** Members of an error's body besides `error` and `code`, by code; optional ones are marked. */
const extras: Readonly<Record<string, string>> = {
  invalid_input: 'readonly errors: readonly { readonly field: string; readonly message: string }[]',
  invalid_transition: 'readonly state: string; readonly allowed: readonly string[]',
  internal: 'readonly request_id: string',
  payload_too_large: 'readonly limit: number',
  plan_required: 'readonly upgrade?: string',
  model_locked: 'readonly upgrade?: string',
  quota_exceeded: 'readonly upgrade?: string',
  insufficient_credits: 'readonly upgrade?: string',
}

/** The type of the further members of an error's body; `undefined` for none. */
export const errorExtras = (code: string): string | undefined => {
  const members = Object.hasOwn(extras, code) ? extras[code] : undefined
  return members === undefined ? undefined : `{ ${members} }`
}
