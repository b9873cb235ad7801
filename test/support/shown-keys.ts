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
    .filter(({ shown }) => isOfForm(shown.pk, keys.pk) && isOfForm(shown.sk, keys.sk))
    .filter(({ shown }) => keys.gsi1pk === undefined || isOfForm(shown.gsi1pk, keys.gsi1pk))
    .filter(({ shown }) => keys.gsi1sk === undefined || isOfForm(shown.gsi1sk, keys.gsi1sk))
    .map(({ name }) => name)
