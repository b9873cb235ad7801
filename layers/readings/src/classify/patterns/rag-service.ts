import type { Pattern } from '../pattern.ts'

export const ragService: Pattern = {
  id: 'rag-service',
  title: 'RAG service',
  description:
    'Answers questions from a body of documents, with retrieval, citations and a refusal when nothing supports an answer.',
  terms: {
    names:
      'rag, rag service, retrieval augmented, retrieval augmented generation, semantic search, vector search, question answering, knowledge base, knowledge base search, document q a, chat with documents, chat with your, ask questions about',
    typical:
      'embeddings, embedding, vector store, vector database, vectors, answer questions, answers questions, questions about, cite, cites, citations, cited answers, with sources, similar documents, search our docs, chatbot, chat bot, faq bot, help centre, corpus, grounded, search over, similarity, with the page, with the paragraph, out of our documents, from our documents, from our docs, what our documents say, where it says, page number',
    hints:
      'question, questions, answer, answers, documents, docs, articles, knowledge, ask, search, find, llm, model, chat, relevant, quote, support articles, contracts, employees ask, library, paragraphs, documentation, handbook, wiki, policies, manuals, sources, passages',
  },
  phrasings: [
    'New colleagues ask how we do things and should get an answer with the page it stands on',
    'Lawyers want to know which of 4,000 contracts say something about exclusivity, and where',
    'Customers ask in their own words and get what our help pages say, or nothing',
    'Find earlier support cases that are like this one, whatever words were used',
    'Nurses need an answer out of the guidelines with the paragraph beside it',
    'Somebody asks about a part and the assistant quotes the repair manual',
    'Make our meeting minutes of ten years answerable',
    'Students put a question and see what the lecture notes say, with the slide',
    'A bot on the intranet that only says what the policies say, and admits when they do not',
    'Explain a clause from the tariff in plain words and show where it is written',
    'Researchers describe an idea and see papers that are close to it',
    'What did we promise this client? Answer from all mails and offers',
    'Auditors ask about controls and get the evidence that we have on file',
    'Let citizens ask about local rules and point them to the paragraph',
    'Engineers want to ask the archive of incident reports what happened before',
    'Look through all interviews by meaning and pull the passages that matter',
    'Our sales people need facts about products from the data sheets, never invented',
    'Ask the codebase where something is done and get the place',
    'Give an answer from the archive of a newspaper with links to the articles',
    'Summarise what our documents say on a topic and name each of them',
    'Doctors type a symptom and see what the literature we licensed says',
    'The tax handbook should answer in sentences, with the number of the rule',
  ],
}
