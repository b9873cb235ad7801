import type { Pattern } from '../pattern.ts'

export const agentWorker: Pattern = {
  id: 'agent-worker',
  title: 'Agent worker',
  description:
    'A language model that plans and acts with tools toward a goal, within budgets, with approval for important actions.',
  terms: {
    names:
      'ai agent, agent, autonomous agent, agentic, llm agent, agent worker, agent that, multi agent, research agent, coding agent that, support agent bot, copilot that acts, ai worker',
    typical:
      'autonomously, autonomous, planning steps, decide which tool, uses tools, calls tools, gpt, bedrock, openai, triage with ai, ai triage, drafts replies, draft replies, summarise and act, loop until, human in the loop, on its own, by itself, investigates, browses, writes code, opens pull requests, step by step, tool use, works out its own, its own moves, comes back when, tries different, until it is finished, asks when unsure, with our tools, within a budget',
    hints:
      'ai, model, assistant, tools, act, research, investigate, draft, classify with, budget, approve, approval, task, inbox, emails, tickets, then does, copilot, reply, proposes, suggest, plans, decides, goal, goals, llm, language model, prompt, reason, reasons',
  },
  phrasings: [
    'Read incoming complaints, find the order, decide what to offer and prepare the answer for a human to send',
    'Something that looks into failing builds by itself and suggests a fix',
    'Give it a company name and it gathers facts from several places until it can write a profile',
    'Work through the inbox of the press office: sort, draft, ask when unsure',
    'When an alert fires, gather logs and graphs, form a guess and write it down for the person on call',
    'Book trips on behalf of employees, within the rules, and ask before paying',
    'Turn a vague feature request into a plan, open the tasks and begin with the first',
    'Negotiate a time for a meeting with people outside, by mail',
    'It should try to reproduce a bug, change the code and propose the change',
    'Compare offers of suppliers, ask them for missing data and recommend one',
    'Look after a shop’s adverts: watch results, shift the budget a little, explain why',
    'Answer tenders: collect what we wrote before, fill the form, mark what is missing',
    'Have a model clean up our product texts, checking each against the data sheet, with a limit on costs',
    'A helper that moves data between two web programs by using them as a person would',
    'Pick the right of our twenty functions for what a caller wants and run them in order',
    'Prepare my week: read calendar and mails, block time, tell me what it did',
    'Investigate suspicious transactions like an analyst would and hand over a file',
    'Take over first-level support, with tools for refunds up to twenty euro',
    'Keep trying different queries until the question is answered or money runs out',
    'Review each contract draft against our playbook and write comments into it',
    'Let a model watch competitors’ pages and decide what is worth telling',
    'Onboard a customer by filling several systems, asking a person at each risky point',
  ],
}
