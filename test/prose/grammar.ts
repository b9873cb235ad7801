import retextEnglish from 'retext-english'
import retextIndefiniteArticle from 'retext-indefinite-article'
import retextRepeatedWords from 'retext-repeated-words'
import { unified } from 'unified'
import { VFile } from 'vfile'

const checker = unified().use(retextEnglish).use(retextIndefiniteArticle).use(retextRepeatedWords).freeze()

/** The word that replaces code spans: neither its article nor its repetition is an error of the writer. */
const PLACEHOLDER = /`code`/i

/** Returns the repeated words and wrong indefinite articles of a text, as retext reports them. */
export const grammarErrors = (text: string): string[] => {
  const file = new VFile(text)
  checker.runSync(checker.parse(file), file)
  return file.messages.map(({ reason }) => reason).filter((reason) => !PLACEHOLDER.test(reason))
}
