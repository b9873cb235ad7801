import { useState } from 'preact/hooks'

export interface FormPart<Draft> {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly fields: Readonly<Record<string, string>>
}

export const useFormDraft = <Draft extends object>(begin: Draft | (() => Draft)) => {
  const [draft, setDraft] = useState<Draft>(begin)
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  return { draft, change }
}

/** Binds inputs to members of a draft. @param field the service's name of the member, if it differs */
export const fieldsOf =
  <Draft extends object>({ draft, change, fields }: FormPart<Draft>) =>
  <Name extends keyof Draft & string>(name: Name, field: string = name) => ({
    value: draft[name],
    onValue: (value: Draft[Name]) => change({ [name]: value } as unknown as Partial<Draft>),
    fault: fields[field],
  })
