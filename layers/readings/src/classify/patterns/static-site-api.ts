import type { Pattern } from '../pattern.ts'

export const staticSiteApi: Pattern = {
  id: 'static-site-api',
  title: 'Static site with an API',
  description: 'Static pages with a small API behind them for dynamic functions.',
  terms: {
    names:
      'static site, static website, landing page, single page app, spa, jamstack, homepage, microsite, marketing site, web page with, site with, portfolio site, blog',
    typical:
      'website, web site, website for, contact form, newsletter, newsletter signup, sign up form, waitlist, waiting list, comment form, frontend, front end, react, vue, astro, hugo, web form, form submissions, guestbook, rsvp, event page, product page, docs site, search box, seo, plain html, markdown files, was this page helpful, hosted for free, report a, one tiny endpoint, few pages, some pages, pages and a form',
    hints:
      'page, form, site, visitors, web, browser, menu, restaurant, wedding, conference, brochure, publish, hosting, submit, static, design, company, portfolio, map, photos, pages, comments, html, gallery, opening hours, dashboard page',
  },
  phrasings: [
    'Guests of a wedding look at the programme and say whether they come',
    'A few pages about our club where people can apply for membership',
    'Show opening hours and the menu and let people ask for a table',
    'Something on the web for our conference: talks, speakers, and a form for tickets',
    'Present the product and collect addresses of those who want to hear when it starts',
    'Documentation that is built from files, with a box that says whether a page helped',
    'A portfolio of pictures with a way to write to me',
    'The town museum wants pages with exhibitions and a place to leave a word',
    'Publish articles written in Markdown and let readers comment',
    'A page where neighbours see the state of the building site and can ask something',
    'Campaign pages with a petition that people put their name under',
    'Show our charity’s projects and take donations through a form',
    'A status page that is plain files and lets people subscribe to news',
    'A small shop window with five products and an enquiry button',
    'Let parents read the school’s news and report a sick child',
    'Show the results of the season and a form to sign up for the next run',
    'One page for an open position and a way to hand in an application',
    'A quiz on a page whose answers we want to count',
    'A configurator in the browser that sends the wished offer to sales',
    'Pages for a book with an excerpt and a list for news of the author',
    'A front end in React and a handful of functions behind it',
    'Press kit with downloads and a way to ask for interviews',
  ],
}
