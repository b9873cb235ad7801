export const find = <T extends HTMLElement>(selector: string): T | null => document.querySelector<T>(selector)

/** Writes the words at the selector, if the page has it. */
export const write = (selector: string, ...words: readonly (string | Node)[]): void => {
  find(selector)?.replaceChildren(...words)
}

/** A time in the page's format. */
export const moment = (iso: string): HTMLTimeElement => {
  const time = document.createElement('time')
  time.dateTime = iso
  time.textContent = `${iso.slice(0, 16).replace('T', ' ')} UTC`
  return time
}

/** Shows an error; it stays visible. */
export const say = (text: string): void => {
  const problem = find('#problem')
  if (!problem) return
  problem.textContent = text
  problem.hidden = text === ''
  // The pressed button may be far below.
  if (!problem.hidden) problem.scrollIntoView({ block: 'nearest' })
}

/** A secret is visible until the page is loaded again, and is kept nowhere else. */
export const showOnce = (selector: string, words: string, secret: string): void => {
  const text = document.createElement('p')
  text.textContent = words
  const code = document.createElement('code')
  code.textContent = secret
  const done = document.createElement('button')
  done.type = 'button'
  done.dataset.action = 'reload'
  done.textContent = 'I have copied it'
  write(selector, text, code, done)
}
