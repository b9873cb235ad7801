import { useState } from 'preact/hooks'

export interface FormState<Draft> {
  readonly draft: Draft
  readonly change: (changes: Partial<Draft>) => void
  readonly fields: Readonly<Record<string, string>>
}

export const useFormDraft = <Draft extends object>(initial: Draft | (() => Draft)) => {
  const [draft, setDraft] = useState<Draft>(initial)
  const change = (changes: Partial<Draft>) => setDraft((previous) => ({ ...previous, ...changes }))
  return { draft, change }
}

/** Binds inputs to fields of a draft. @param field the service's name of the field, if it differs */
export const fieldsOf =
  <Draft extends object>({ draft, change, fields }: FormState<Draft>) =>
  <Name extends keyof Draft & string>(name: Name, field: string = name) => ({
    value: draft[name],
    onValue: (value: Draft[Name]) => change({ [name]: value } as unknown as Partial<Draft>),
    fault: fields[field],
  })
