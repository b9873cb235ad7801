import { escaped } from '@signet/pages'

/** A time in the page's format. */
export const time = (iso: string): string =>
  `<time datetime="${escaped(iso)}">${escaped(iso.slice(0, 16).replace('T', ' '))} UTC</time>`

/** A table of HTML cells that scrolls on narrow screens. */
export const table = (caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const cells = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? `<th scope="row">${cell}</th>` : `<td>${cell}</td>`)).join('')
  return `<div class="wide" role="region" tabindex="0" aria-label="${escaped(caption)}"><table><caption>${escaped(caption)}</caption>
    <thead><tr>${head.map((each) => `<th scope="col">${each}</th>`).join('')}</tr></thead>
    <tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody></table></div>`
}

/** A button for one action on one object; `of` is read by screen readers only. */
export const button = (action: string, id: string, text: string, of: string): string =>
  `<button type="button" data-action="${action}" data-id="${escaped(id)}">${text}<span class="hidden"> ${escaped(of)}</span></button>`
