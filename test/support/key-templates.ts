import type { ServiceRow } from '@signet/contracts'

type Keys = Readonly<Record<string, string | undefined>>

/** Returns whether a key matches a documented form, in which `<…>` matches any value. */
const isOfForm = (form: string | undefined, key: string | undefined): boolean => {
  if (form === undefined || key === undefined) return form === key
  const source = form.split(/<[^>]*>/).map((text) => text.replaceAll(/[\\^$.|?+()[\]{}*]/g, '\\$&'))
  return new RegExp(`^${source.join('.+')}$`, 's').test(key)
}

/** Returns the row kinds whose form matches these keys. Index keys are compared if the row has them. */
export const kindsOf = (rows: readonly ServiceRow[], keys: Keys): string[] =>
  rows
    .filter(({ keyTemplates }) => isOfForm(keyTemplates.pk, keys.pk) && isOfForm(keyTemplates.sk, keys.sk))
    .filter(({ keyTemplates }) => keys.gsi1pk === undefined || isOfForm(keyTemplates.gsi1pk, keys.gsi1pk))
    .filter(({ keyTemplates }) => keys.gsi1sk === undefined || isOfForm(keyTemplates.gsi1sk, keys.gsi1sk))
    .map(({ name }) => name)
