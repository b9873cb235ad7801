import { literal } from '../../code.ts'
import type { Context, Design, NamedValue, RenderedFiles } from '../../design.ts'
import type { Item } from '../../templates/directives.ts'
import { templates } from '../../templates/templates.ts'
import { designFlags } from '../flags.ts'

const CREDENTIALS: readonly string[] = ['API_KEYS', 'SIGNING_KEYS']

/** Returns the value of a setting in tests: an issuer that is never called, and a tenant claim, which tests need. */
const testValue = ({ name, value }: NamedValue): string => {
  if (name === 'TENANT_CLAIM') return 'tenant'
  return (value ?? `value of ${name}`).replaceAll('https://issuer.example.com', 'https://issuer.test')
}

export const portFiles = (design: Design, context: Context): RenderedFiles => {
  const otherSecret = design.secrets
    .filter(({ name }) => !CREDENTIALS.includes(name))
    .map(({ name }): Item => ({ values: { name, value: literal(`test-${name}`) } }))
  const setting = design.settings.map(
    (each): Item => ({ values: { name: each.name, testValue: literal(testValue(each)) } }),
  )
  return templates('shared/ports', { flags: designFlags(design, context), lists: { otherSecret, setting } })
}
