import retextEnglish from 'retext-english'
import retextIndefiniteArticle from 'retext-indefinite-article'
import retextRepeatedWords from 'retext-repeated-words'
import { unified } from 'unified'
import { VFile } from 'vfile'

const checker = unified().use(retextEnglish).use(retextIndefiniteArticle).use(retextRepeatedWords).freeze()

/** Words that retext misreads: the placeholder of code spans, an initialism, and the verb `sign in`. */
const MISREAD = /`(?:code|https|in|a-z)`/i

/** Returns the repeated words and wrong indefinite articles of a text, as retext reports them. */
export const grammarErrors = (text: string): string[] => {
  const file = new VFile(text)
  checker.runSync(checker.parse(file), file)
  return file.messages.map(({ reason }) => reason).filter((reason) => !MISREAD.test(reason))
}
