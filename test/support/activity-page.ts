/**
 * Returns a page of activities of Gemini, one per number. Each number below 3 belongs to a conversation, the rest to
 * none.
 */
export const activityPage = (numbers: readonly number[]): Buffer => {
  const cells = numbers.map((number, index) => {
    const address = number < 3 ? `https://gemini.google.com/app/abcdef${number}` : 'https://pages.test/'
    const entry = `Prompted <a href="${address}">asked ${index}</a><br>Mar 5, 2026, 9:0${number}:09 AM UTC<p>answered ${index}</p>`
    return `<div class="outer-cell"><div class="content-cell mdl-typography--body-1">${entry}</div><div class="mdl-typography--caption">Gemini Apps</div></div>`
  })
  return Buffer.from(`<html><body>${cells.join('')}</body></html>`)
}
