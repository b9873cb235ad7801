/** Words that nearly every English sentence contains, and words of other languages with the same letters. */
const ENGLISH = new Set(
  "the a an and is was are were be been i my me we our you your it its this that of to in for on with not no so but very have has had do does did just at from they them he she what when how all will would can could get got good great bad love like best worst don't doesn't can't won't isn't".split(
    ' ',
  ),
)
const OTHERS = new Set(
  'der die das und ist nicht ein eine ich mit für auf sehr aber le la les et est une je pas très mais el los las es una yo muy pero que il lo gli è un non molto ma het een niet zeer och är inte og ikke o não muito'.split(
    ' ',
  ),
)

/** Whether to read a text without a declared language as English: no other alphabet, and no other language's words. */
export const looksEnglish = (text: string): boolean => {
  const letters = text.match(/\p{L}/gu) ?? []
  const latin = text.match(/[A-Za-z]/g) ?? []
  if (letters.length > 0 && latin.length < letters.length * 0.8) return false
  const words = text.toLowerCase().match(/[\p{L}']+/gu) ?? []
  const english = words.filter((word) => ENGLISH.has(word)).length
  const other = words.filter((word) => OTHERS.has(word)).length
  return other <= english || other < 2
}
