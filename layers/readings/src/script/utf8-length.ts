/** Returns the UTF-8 length of a text; an unpaired surrogate counts 3 bytes, as U+FFFD would. */
export const utf8Length = (text: string): number => {
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80) bytes += 1
    else if (code < 0x800) bytes += 2
    else if (code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      bytes += 4
      at++
    } else bytes += 3
  }
  return bytes
}
