import type { ServiceRow } from '@signet/contracts'

type Keys = Readonly<Record<string, string | undefined>>

/** Returns whether a key matches a documented form, in which `<…>` matches any value. */
const matchesTemplate = (template: string | undefined, key: string | undefined): boolean => {
  if (template === undefined || key === undefined) return template === key
  const source = template.split(/<[^>]*>/).map((text) => text.replaceAll(/[\\^$.|?+()[\]{}*]/g, '\\$&'))
  return new RegExp(`^${source.join('.+')}$`, 's').test(key)
}

/** Returns the row kinds whose form matches these keys. Index keys are compared if the row has them. */
export const kindsOf = (rows: readonly ServiceRow[], keys: Keys): string[] =>
  rows
    .filter(
      ({ keyTemplates }) => matchesTemplate(keyTemplates.pk, keys.pk) && matchesTemplate(keyTemplates.sk, keys.sk),
    )
    .filter(({ keyTemplates }) => keys.gsi1pk === undefined || matchesTemplate(keyTemplates.gsi1pk, keys.gsi1pk))
    .filter(({ keyTemplates }) => keys.gsi1sk === undefined || matchesTemplate(keyTemplates.gsi1sk, keys.gsi1sk))
    .map(({ name }) => name)
