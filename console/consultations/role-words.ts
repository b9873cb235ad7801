import type { ConsultRoleInput } from '../api/consultations.ts'

export type Role = ConsultRoleInput['role']

interface RoleWords {
  readonly title: string
  readonly asks: string
}

const WORDS: Readonly<Record<Role, RoleWords>> = {
  cto: { title: 'Chief technology officer', asks: 'What do we build, and what undoes it?' },
  ciso: { title: 'Chief information security officer', asks: 'Who can reach what, and how do we know?' },
  cfo: { title: 'Chief financial officer', asks: 'What does it cost, and what does it earn?' },
  cmo: { title: 'Chief marketing officer', asks: 'Who wants it, and what may we say?' },
  cpo: { title: 'Chief product officer', asks: 'Whose problem is it, and is it solved?' },
  architect: { title: 'Software architect', asks: 'Which shape holds where it is worst?' },
  mara: { title: 'Reliability and operations', asks: 'Does it run, and does it come back?' },
  sera: { title: 'Customers, support and accessibility', asks: 'Who uses it, and who cannot?' },
}

export const ROLES = Object.keys(WORDS) as readonly Role[]

const isRole = (text: string): text is Role => Object.hasOwn(WORDS, text)

export const roleOf = (text: string): Role => (isRole(text) ? text : 'cto')

export const roleTitle = (role: string): string => (isRole(role) ? WORDS[role].title : role)

export const roleAsks = (role: Role): string => WORDS[role].asks

export const ROLE_OPTIONS = ROLES.map((value) => ({ value, text: WORDS[value].title }))
