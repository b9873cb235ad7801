import type { Spread } from './spread.ts'

export const privacyReview: Spread = {
  ...{ name: 'privacy_review', version: '1.0.0', title: 'Which data of people is here, and how does it end?' },
  script: `spread privacy_review "Which data of people is here, and how does it end?"
deck privacy = privacy-core@1
deck agents  = llm-agents@1

ask data_classes "Which classes of data does it touch?" as any of none, pii, phi, pci, financial, biometric, credentials, health
ask store        "Where does it keep its state?" as one of none, keyvalue, relational, object, vector, cache

position collection "What is taken, and for what?"
  draw 1 from privacy where phase = design top
position life "How long does it live, and how does it end?"
  when not store = none
  draw 3 from privacy where element in (data, process, technology) top
position others "Who else has it?"
  draw 2 from privacy where element in (people, risk) top
position price "What if it gets out?"
  draw 1 from privacy where element in (money, risk, process, technology)
position model "What may a model learn or show?"
  when uses_model
  draw 2 from agents where element in (data, risk) top

say "{collection.count} on collection, {life.count} on its end; data classes: {data_classes}."
speak as ciso about collection, life, others
`,
}
