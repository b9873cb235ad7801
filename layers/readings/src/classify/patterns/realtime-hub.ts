import type { Pattern } from '../pattern.ts'

export const realtimeHub: Pattern = {
  id: 'realtime-hub',
  title: 'Real-time hub',
  description:
    'Maintains open connections and passes messages between the people and devices on them, with presence and rooms.',
  terms: {
    names:
      'websocket, websockets, web socket, real time, realtime, realtime hub, live updates, socket server, chat server, chat app, presence, server sent events, multiplayer, live collaboration, collaborative editing, signalling server',
    typical:
      'chat room, chat rooms, live dashboard, live scores, live location, live feed, collaborative, collaborate, whiteboard, cursors, typing indicator, who is online, online users, connected clients, instant messages, instant messaging, broadcast to, bidding, auction, live auction, polls, live poll, co edit, shared document, instantly, push to browsers, stay connected, see each other, at the same moment, at the same time, moment it, without refreshing, without reloading, in the same room, everybody sees',
    hints:
      'instant, connect, room, message, messages, together, browser, players, participants, online, updates, screen, viewers, moves, lobby, typing, reconnect, see each other, simultaneously, without reloading, live, rooms, game, games, connected, connections, chat',
  },
  phrasings: [
    'Two people edit the same text and see each other’s letters as they type',
    'Parents watch the school bus move on a map while it drives',
    'Bidders see the highest offer the moment it is made',
    'Players of a card game need to see the others’ moves at once',
    'Support talks with a visitor in the browser, back and forth, without reloading',
    'Everybody in a meeting votes and the bars move while they do',
    'Show on every screen in the shop floor how the line is doing right now',
    'People in a room draw on one board',
    'Let friends listen to the same song at the same second and talk',
    'The kitchen display shows orders the instant they are taken and cooks tick them off for all to see',
    'Show who else is looking at this document',
    'Drivers and dispatch talk to each other and see when the other is there',
    'Spectators follow a match with numbers that change by themselves',
    'Pupils raise a hand on their tablets and the teacher’s screen shows it immediately',
    'Two browsers need to find each other to begin a video call',
    'Traders want prices to change before their eyes',
    'A shared shopping list that changes on both phones at the same moment',
    'Operators see machines come and go and can send them a command right away',
    'A quiz night where all answer at the same time and the ranking jumps',
    'Patients in the waiting room see their turn come up on their phones',
    'Pairs of developers type into one editor',
    'Notify open tabs the second something changes, and keep count of who is connected',
  ],
}
