/** Roles of consultations. Each has a deck of the same name. */
export const ROLES = {
  cto: 'Chief technology officer',
  ciso: 'Chief information security officer',
  cfo: 'Chief financial officer',
  cmo: 'Chief marketing officer',
  cpo: 'Chief product officer',
  architect: 'Software architect',
  mara: 'Reliability and operations',
  sera: 'Customers, support and accessibility',
} as const

export type Role = keyof typeof ROLES

export const isRole = (text: string): text is Role => Object.hasOwn(ROLES, text)
