/** One line on a terminal that is rewritten, one line a change elsewhere. */
export const progressLine = () => {
  const isTerminal = process.stderr.isTTY
  const started = Date.now()
  const marks = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'
  let last = ''
  let turn = 0
  return {
    /** @param {string} state @param {string} id */
    show(state, id) {
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      if (isTerminal) process.stderr.write(`\r\u001b[K${marks[turn++ % marks.length]} ${state}  ${seconds} s  ${id}`)
      else if (state !== last) process.stderr.write(`${state} ${seconds} s ${id}\n`)
      last = state
    },
    clear: () => isTerminal && process.stderr.write('\r\u001b[K'),
  }
}
