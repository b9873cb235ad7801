import type { ConsultRoleInput } from '../api/consultations.ts'

export type Role = ConsultRoleInput['role']

interface RoleWords {
  readonly title: string
  readonly focus: string
}

const ROLE_WORDS: Readonly<Record<Role, RoleWords>> = {
  cto: { title: 'Chief technology officer', focus: 'Build decisions and how they can fail' },
  ciso: { title: 'Chief information security officer', focus: 'Access, exposure and monitoring' },
  cfo: { title: 'Chief financial officer', focus: 'Cost and revenue' },
  cmo: { title: 'Chief marketing officer', focus: 'Demand and permitted claims' },
  cpo: { title: 'Chief product officer', focus: 'The customer problem and its solution' },
  architect: { title: 'Software architect', focus: 'Structure under the hardest conditions' },
  mara: { title: 'Reliability and operations', focus: 'Reliability and recovery' },
  sera: { title: 'Customers, support and accessibility', focus: 'Usability for everyone, and support' },
}

export const ROLES = Object.keys(ROLE_WORDS) as readonly Role[]

const isRole = (text: string): text is Role => Object.hasOwn(ROLE_WORDS, text)

export const roleOf = (text: string): Role => (isRole(text) ? text : 'cto')

export const roleTitle = (role: string): string => (isRole(role) ? ROLE_WORDS[role].title : role)

export const roleFocus = (role: Role): string => ROLE_WORDS[role].focus

export const ROLE_OPTIONS = ROLES.map((value) => ({ value, text: ROLE_WORDS[value].title }))
