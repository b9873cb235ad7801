/** What others wrote may hold what moves a terminal's cursor. @param {string} text */
export const plain = (text) => text.replace(/(?!\n)[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, ' ')

/** Prints JSON for programs, or words for people. @param {import('./command-line.mjs').Flags} flags @param {unknown} answer @param {() => string} words */
export const say = (flags, answer, words) => console.log(flags.json ? JSON.stringify(answer, null, 2) : plain(words()))
