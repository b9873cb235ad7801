const controlIn = (element: Element): HTMLElement | null =>
  element instanceof HTMLFieldSetElement ? element.querySelector('input') : (element as HTMLElement)

/** Goes to the first of the fields, in the order of the form. Fields are found by their names. */
export const focusFirst = (form: HTMLFormElement | null, names: readonly string[]): void => {
  const first = [...(form?.elements ?? [])].find((element) => names.includes(element.getAttribute('name') ?? ''))
  const control = first && controlIn(first)
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'center' })
}
