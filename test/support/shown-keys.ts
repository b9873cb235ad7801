import type { ServiceRow } from '@signet/contracts'

type Keys = Readonly<Record<string, string | undefined>>

/** Whether a key matches a form of the documentation, in which `<…>` stands for any value. */
const isOfForm = (form: string | undefined, key: string | undefined): boolean => {
  if (form === undefined || key === undefined) return form === key
  const source = form.split(/<[^>]*>/).map((text) => text.replaceAll(/[\\^$.|?+()[\]{}*]/g, '\\$&'))
  return new RegExp(`^${source.join('.+')}$`, 's').test(key)
}

/** The kinds of rows whose form these keys have. Keys of an index are compared if there are any. */
export const kindsOf = (rows: readonly ServiceRow[], keys: Keys): string[] =>
  rows
    .filter(({ shown }) => isOfForm(shown.pk, keys.pk) && isOfForm(shown.sk, keys.sk))
    .filter(({ shown }) => keys.gsi1pk === undefined || isOfForm(shown.gsi1pk, keys.gsi1pk))
    .filter(({ shown }) => keys.gsi1sk === undefined || isOfForm(shown.gsi1sk, keys.gsi1sk))
    .map(({ name }) => name)
