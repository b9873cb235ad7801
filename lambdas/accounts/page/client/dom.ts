export const find = <T extends HTMLElement>(selector: string): T | null => document.querySelector<T>(selector)

/** Puts the words where the selector is, if the page has such a place. */
export const write = (selector: string, ...words: readonly (string | Node)[]): void => {
  find(selector)?.replaceChildren(...words)
}

/** A moment, as the page shows all of them. */
export const moment = (iso: string): HTMLTimeElement => {
  const time = document.createElement('time')
  time.dateTime = iso
  time.textContent = `${iso.slice(0, 16).replace('T', ' ')} UTC`
  return time
}

/** Shows what has gone wrong; nothing hides it. */
export const say = (text: string): void => {
  const problem = find('#problem')
  if (!problem) return
  problem.textContent = text
  problem.hidden = text === ''
  // What was pressed may be far below.
  if (!problem.hidden) problem.scrollIntoView({ block: 'nearest' })
}

/** A secret is on the page until it is loaded again, and nowhere else. */
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
