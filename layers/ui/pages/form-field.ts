import { escapeHtml } from './escape-html.ts'

export interface FormField {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email'
  readonly maxLength: number
  readonly autocomplete: string
}

export interface FieldFault {
  readonly attributes: string
  readonly text: string
}

export const fieldFault = (name: string, fault: string | undefined): FieldFault => {
  if (fault === undefined) return { attributes: '', text: '' }
  const id = `fault-${name}`
  return {
    attributes: ` aria-invalid="true" aria-describedby="${id}"`,
    text: `<p class="warning" id="${id}">${escapeHtml(fault)}</p>`,
  }
}

export const formField = (field: FormField, value: string, fault: string | undefined): string => {
  const { name, label, type, maxLength, autocomplete } = field
  const { attributes, text } = fieldFault(name, fault)
  return `<p><label for="${name}">${label}</label><br>
    <input id="${name}" name="${name}" type="${type}" maxlength="${maxLength}" autocomplete="${autocomplete}" required value="${escapeHtml(value)}"${attributes}></p>${text}`
}
