import { escaped } from '@signet/pages'

/** A moment, as the page shows all of them. */
export const time = (iso: string): string =>
  `<time datetime="${escaped(iso)}">${escaped(iso.slice(0, 16).replace('T', ' '))} UTC</time>`

/** A table of HTML cells, which scrolls by itself where the screen is narrow. */
export const table = (caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const cells = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? `<th scope="row">${cell}</th>` : `<td>${cell}</td>`)).join('')
  return `<div class="wide" role="region" tabindex="0" aria-label="${escaped(caption)}"><table><caption>${escaped(caption)}</caption>
    <thead><tr>${head.map((each) => `<th scope="col">${each}</th>`).join('')}</tr></thead>
    <tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody></table></div>`
}

/** A button that does one thing to one thing; `of` is what a screen reader adds. */
export const button = (action: string, id: string, text: string, of: string): string =>
  `<button type="button" data-action="${action}" data-id="${escaped(id)}">${text}<span class="hidden"> ${escaped(of)}</span></button>`
