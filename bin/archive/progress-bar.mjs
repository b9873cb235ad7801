const WIDTH = 30
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** Bytes as people read them. @param {number} bytes */
export const readable = (bytes) => {
  let [amount, unit] = [bytes, 0]
  for (; amount >= 1000 && unit < UNITS.length - 1; unit++) amount /= 1000
  return `${unit === 0 ? amount : amount.toFixed(1)} ${UNITS[unit]}`
}

/** @param {number} seconds */
const clock = (seconds) => {
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** A bar that is rewritten on a terminal; elsewhere a line every tenth of the way. */
export const progressBar = () => {
  const isTerminal = process.stderr.isTTY
  const began = Date.now()
  let [label, first, tenth] = ['', 0, -1]
  return {
    /** @param {string} what @param {number} done @param {number} total @param {string} [more] */
    show(what, done, total, more = '') {
      if (what !== label) [label, first, tenth] = [what, done, -1]
      const share = total === 0 ? 1 : Math.min(1, done / total)
      const seconds = (Date.now() - began) / 1000
      const left = done > first && done < total ? `  ${clock((seconds * (total - done)) / (done - first))} left` : ''
      const facts = `${readable(done)} of ${readable(total)}${left}${more}`
      const full = Math.round(share * WIDTH)
      if (isTerminal) process.stderr.write(`\r\u001b[K${what} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${facts}`)
      else if (Math.floor(share * 10) > tenth) process.stderr.write(`${what} ${facts}\n`)
      tenth = Math.max(tenth, Math.floor(share * 10))
    },
    clear: () => isTerminal && process.stderr.write('\r\u001b[K'),
  }
}
