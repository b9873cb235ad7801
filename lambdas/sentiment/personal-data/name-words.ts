/** Words by language, folded. */
type Words = Readonly<Record<string, string>>

/** A name follows for certain, however it is written. */
export const INTRODUCED: Words = {
  en: "my name is|my name's|my full name is|my real name is|my first name is|my last name is|my name was|my name:|name:|name is|full name:|i, the undersigned,|the undersigned",
  de: 'mein name ist|mein name lautet|ich heisse|ich heiße|ich heiss|i heiss|name:|name lautet|der unterzeichnende|die unterzeichnende',
  fr: "je m'appelle|je m’appelle|je me nomme|mon nom est|mon nom c'est|je soussigne|je soussignee|nom:|nom :|moi c'est",
  es: 'me llamo|mi nombre es|mi nombre:|nombre:|nombre y apellidos:|el abajo firmante|la abajo firmante|el que suscribe|la que suscribe|quien suscribe',
  pt: 'me chamo|chamo-me|meu nome e|o meu nome e|nome:|eu, abaixo assinado,|o abaixo assinado|a abaixo assinada',
  it: 'mi chiamo|il mio nome e|nome:|il sottoscritto|la sottoscritta|io sottoscritto|io sottoscritta',
  nl: 'ik heet|mijn naam is|mn naam is|m’n naam is|naam:|ik ondergetekende|ondergetekende',
}

/** A capitalised name may follow, perhaps behind a comma or a colon. */
export const ANNOUNCED: Words = {
  en: 'ask for|asked for|asking for|speak to|speak with|spoke to|spoke with|talked to|talked with|named|called|goes by|by the name of|a certain|some guy called|thank you|thanks|thanks to|thanks so much|thank you so much|thank you very much|thank you to|shoutout to|shout out to|shout-out to|kudos to|props to|met|dealt with|helped by|served by|written by|signed by|attn|attention|c/o|dear|hi|hello|hey|contact|reviewed by|cc|signed up as|registered as|under the name|in the name of|booked under|account of|on behalf of|addressed to|letter to|parcel to|invoice to|made out to|card to|account holder|card holder|cardholder|beneficiary|recipient|sender|passenger|call|ring|guest|patient',
  de: 'frag nach|fragen nach|fragt nach|frage nach|verlang nach|ein gewisser|einem gewissen|einer gewissen|einen gewissen|eine gewisse|namens|danke|danke an|dank an|dank|liebe|lieber|hallo|gruss an|lob an|ein lob an|hier schreibt|im namen von|auf den namen|gesprochen mit|sprach mit|telefoniert mit|nannte sich|nennt sich|heisst|hiess|zu handen|z.hd.|z. hd.|unterschrieben von|gezeichnet|gez|gez.|ich,|wir,|ein typ namens|wenden an|kontoinhaber|kontoinhaberin|karteninhaber|empfanger|absender|ruf|grusse von|gruss von|lob fur|fahrgast|gast|ausgestellt auf|lautend auf',
  fr: "demandez|demander|demande a parler a|un certain|une certaine|nomme|nommee|prenomme|prenommee|un denomme|une denommee|merci a|merci|merci encore a|bravo a|bonjour|salut|chere|cher|au nom de|parle a|parle avec|eu|s'appelle|s’appelle|appele|appelee|a l'attention de|signe|signee|signe par|moi,|dame|titulaire|destinataire|expediteur|beneficiaire|appelez|parler a|passager|contactez|libelle a",
  es: 'pregunta por|preguntar por|pregunten por|preguntad por|preg x|preg por|preguntar x|pregunta x|un tal|una tal|el tal|la tal|llamado|llamada|se llama|se llamaba|de nombre|a nombre de|gracias a|gracias|un diez para|un saludo a|hola|estimado|estimada|querida|querido|yo,|le habla|hable con|hablar con|habla con|me atendio|nos atendio|me atendieron|firmado por|a la atencion de|fdo|fdo.|fdo:|firmado|firma|atendida por|atendido por|en nombre de|titular|beneficiario|destinatario|remitente|llama a|llamad a|contacto|pasajero|paciente',
  pt: 'pergunta por|perguntar por|perguntem por|pergunte por|falar com|fale com|falem com|falei com|procurar|procure por|um tal de|uma tal de|um tal|uma tal|um certo|uma certa|chamado|chamada|se chama|chama-se|se chamava|de nome|em nome de|obrigado a|obrigada a|obrigado|obrigada|obrigado ao|obrigada ao|parabens a|parabens ao|ola|oi|caro|cara|prezado|prezada|eu,|fui atendido por|fui atendida por|atendido por|atendida por|atendido pela|atendida pela|atendido pelo|atendida pelo|ass|ass.|assinado|assinado por|ass.:|olha:|ac|titular|beneficiario|destinatario|remetente|passageiro|liga para|ligue para|contacto|contato',
  it: "chiedete di|chiedere di|chiedi di|un certo|una certa|un tale|una tale|tale|tal|certo|certa|di nome|chiamato|chiamata|si chiama|si chiamava|a nome di|a nome|grazie a|grazie|un grazie a|complimenti a|ciao|gentile|egregio|egregia|caro|cara|parlato con|parlare con|servito da|servita da|firmato|firmato da|all'attenzione di|alla c.a. di|io,|intestato a|intestata a|intestatario|intestataria|titolare|beneficiario|destinatario|mittente|chiama|chiamate|passeggero|contattate",
  nl: 'vraag naar|vragen naar|vraagt naar|een zekere|ene|genaamd|heette|noemde zich|noemt zich|dank aan|dank|bedankt|met dank aan|complimenten aan|hulde aan|hoi|hallo|beste|geachte|lieve|op naam van|gesproken met|sprak met|sprak|geholpen door|ondertekend door|getekend|getekend door|t.a.v.|tav|ter attentie van|ik,|namens|ten name van|t.n.v.|tnv|rekeninghouder|kaarthouder|begunstigde|ontvanger|afzender|bel|passagier|contactpersoon',
}

/** Somebody says who they are, or what: one word is a name only where a comma or "from" follows. */
export const PRESENTED: Words = {
  en: "i'm|i’m|i am|this is|it's|here is",
  de: 'ich bin|hier ist',
  fr: "je suis|c'est",
  es: 'soy',
  pt: 'sou|sou o|sou a|aqui e|aqui e o|aqui e a',
  it: 'sono|io sono',
  nl: 'ik ben|hier is|dit is',
}

/** Titles. */
export const TITLES: Words = {
  en: 'mr|mrs|ms|miss|mister|madam|dr|prof|professor|sir|dame|rev|father|sister|nurse|officer|mx|captain|mr.|mrs.|ms.|dr.|prof.',
  de: 'herr|herrn|frau|fr.|hr.|dr.|prof.|dipl.-ing.|mag.|fraulein|doktor|ing.|familie|fam.',
  fr: 'monsieur|madame|mme|mlle|mademoiselle|m.|mr|dr|me|maitre|docteur|mme.|mlle.|famille|veuve',
  es: 'senor|senora|senorita|sr|sra|srta|sr.|sra.|srta.|don|dona|d.|d.a|dr.|dra.|dr|dra|doctor|doctora|lic.|lic|licenciado|licenciada|ing.|ing|familia|profesor|profesora',
  pt: 'senhor|senhora|sr|sra|sr.|sra.|dona|seu|dr.|dra.|dr|dra|doutor|doutora|eng.|menina|prof.|profa.|dom|familia|engenheiro|engenheira',
  it: 'signor|signora|signorina|signore|sig|sig.|sig.ra|sig.na|sigra|dott.|dott|dott.ssa|dottor|dottore|dottoressa|avv.|avv|avvocato|ing.|prof.|prof.ssa|geom.|rag.|famiglia|don|suor|professoressa|professore|arch.|sig.r',
  nl: 'dhr|dhr.|mevr|mevr.|mevrouw|meneer|mw|mw.|heer|de heer|juffrouw|drs.|drs|ir.|mr.|dr.|familie|fam.|prof.|ing.|mej.',
}

/** Who serves customers, and who is near to them. */
export const ROLES: Words = {
  en: 'agent|rep|representative|manager|supervisor|technician|driver|courier|waiter|waitress|server|bartender|barista|chef|host|hostess|receptionist|cashier|salesman|saleswoman|salesperson|assistant|advisor|adviser|nurse|doctor|dentist|surgeon|therapist|teacher|instructor|trainer|stylist|plumber|electrician|mechanic|colleague|employee|owner|guy|lady|woman|man|girl|gentleman|person|operator|consultant|engineer|clerk|staff member|team member|customer|neighbour|neighbor|friend|husband|wife|son|daughter|brother|sister|mother|father|mum|mom|dad|boss|landlord|bloke|lad|fella|seller|scammer|handler',
  de: 'mitarbeiter|mitarbeiterin|kollege|kollegin|kollegen|verkaufer|verkauferin|techniker|technikerin|fahrer|fahrerin|berater|beraterin|sachbearbeiter|sachbearbeiterin|filialleiter|filialleiterin|kellner|kellnerin|agent|agentin|nachbar|nachbarin|chef|chefin|vermieter|ehemann|ehefrau|sohn|tochter|bruder|schwester|der liebe|die liebe|ansprechpartner|ansprechpartnerin|betruger|zusteller|postbote|monteur',
  fr: 'conseiller|conseillere|agent|agente|technicien|technicienne|vendeur|vendeuse|livreur|livreuse|serveur|serveuse|responsable|directeur|directrice|employe|employee|collegue|voisin|voisine|mari|femme|fils|fille|frere|soeur|receptionniste|gerant|gerante|patron|patronne|standardiste|operatrice|operateur|hotesse|stagiaire|interlocuteur',
  es: 'agente|tecnico|tecnica|asesor|asesora|vendedor|vendedora|repartidor|repartidora|camarero|camarera|mesero|mesera|encargado|encargada|gerente|empleado|empleada|operador|operadora|teleoperadora|recepcionista|vecino|vecina|marido|mujer|esposo|esposa|hijo|hija|hermano|hermana|companero|companera|jefe|jefa|chofer|supervisor|supervisora|ejecutivo|ejecutiva|estafador|dueno|duena|instalador',
  pt: 'atendente|tecnico|tecnica|vendedor|vendedora|entregador|entregadora|estafeta|motorista|gerente|funcionario|funcionaria|empregado|empregada|operador|operadora|rececionista|recepcionista|vizinho|vizinha|marido|mulher|esposa|filho|filha|irmao|irma|colega|chefe|assistente|consultor|consultora|supervisor|supervisora|dono|dona da loja|moca|rapaz|senhorio|colaborador|colaboradora',
  it: 'operatore|operatrice|addetto|addetta|tecnico|commesso|commessa|venditore|venditrice|corriere|autista|cameriere|cameriera|responsabile|direttore|direttrice|impiegato|impiegata|receptionist|vicino|vicina|marito|moglie|figlio|figlia|fratello|sorella|collega|consulente|titolare|signorina|ragazza|ragazzo|capo|proprietario|proprietaria|centralinista|gestore',
  nl: 'medewerker|medewerkster|monteur|verkoper|verkoopster|bezorger|bezorgster|chauffeur|ober|serveerster|manager|collega|buurman|buurvrouw|man|vrouw|zoon|dochter|broer|zus|baas|huisbaas|adviseur|agent|eigenaar|eigenares|receptioniste|oplichter|monteurs|baliemedewerker',
}

/** What stands above a signature. */
export const CLOSINGS: Words = {
  en: 'kind regards|best regards|warm regards|many regards|regards|sincerely|yours sincerely|yours faithfully|yours truly|yours|cheers|signed|sgd|love from|best wishes|best,|thanks|thx|many thanks|love,|thank you|respectfully|rgds|kr|br|xoxo|ta',
  de: 'mit freundlichen grussen|mit freundlichem gruss|freundliche grusse|freundliche grusse,|beste grusse|liebe grusse|viele grusse|schone grusse|hochachtungsvoll|gruss|grusse|gruesse|mit freundlichen gruessen|herzliche grusse|mfg|lg|vg|hg|bg|glg|gruassi|gezeichnet|unterschrift|en gruess|mit besten grussen|danke und gruss',
  fr: "cordialement|bien cordialement|cdlt|cdt|salutations|salutations distinguees|sinceres salutations|bien a vous|bien a toi|respectueusement|meilleures salutations|l'expression de mes salutations distinguees|mes salutations distinguees|mes sentiments distingues|amicalement|a bon entendeur|signe|signee|merci d'avance|bises|bonne journee",
  es: 'atentamente|atte|atte.|un saludo|saludos|saludos cordiales|cordialmente|un cordial saludo|cordiales saludos|muy atentamente|reciba un cordial saludo|firmado|fdo|fdo.|abrazo|un abrazo|gracias|besos|muchas gracias|le saluda|le saluda atentamente',
  pt: 'atenciosamente|att|att.|cumprimentos|com os melhores cumprimentos|melhores cumprimentos|os melhores cumprimentos|cordialmente|abraco|abracos|ass|ass.|assinado|grato|grata|obrigado|obrigada|respeitosamente|sem mais|cpts|atentamente|um abraco|beijos|pede deferimento',
  it: 'distinti saluti|cordiali saluti|saluti|cordialmente|in fede|un saluto|firmato|grazie|un caro saluto|con osservanza|cordialita|tanti saluti|f.to|in attesa di riscontro|porgo distinti saluti|baci|la cliente|il cliente',
  nl: 'met vriendelijke groet|met vriendelijke groeten|vriendelijke groet|vriendelijke groeten|hoogachtend|groet|groeten|groetjes|gr|gr.|mvg|m.vr.gr.|met groet|hartelijke groet|hartelijke groeten|liefs|getekend|alvast bedankt|grtz|grt',
}

/** Capitalised words that are no names of people, folded. */
export const NO_NAMES = new Set(
  (
    'centre center centro zentrale hotline mama papa mum dad i the this that it my our your we they he she you a an and but or so if is was are no not yes for from in on at to of with by as be me us them very really just all great good bad ' +
    'amazon google apple facebook twitter instagram customer support service team help sales monday tuesday wednesday thursday friday saturday sunday christmas easter god america acme everyone everybody anyone there guys folks siri alexa url email iban card mac ip id date handle phone address name ' +
    'ich du er sie es wir ihr der die das ein eine und aber oder zusammen leute kundendienst kundenservice hotline montag dienstag mittwoch donnerstag freitag samstag sonntag weihnachten nichts mein dein danke bitte keine nein ja hier ihnen euch allen alle rabatt erstattung geld ruckruf damen herren kunde kunden ' +
    'je tu il elle nous vous ils le la les un une et mais ou bonjour merci lundi mardi mercredi jeudi vendredi samedi dimanche noel messieurs mesdames client clients service bravo madame monsieur ' +
    'yo el ella ellos los las una y pero lunes martes miercoles jueves viernes sabado domingo navidad senores todos gracias hola por que no si atencion cliente ' +
    'eu ele ela nos os as um uma e mas senhores segunda terca quarta quinta sexta sabado natal todos pessoal gente bom boa nao sim ' +
    'io lui lei noi voi gli uno ma lunedi martedi mercoledi giovedi venerdi sabato domenica natale tutti ragazzi grazie signori spett spettabile azienda ' +
    'ik jij hij zij wij jullie het een en maar maandag dinsdag woensdag donderdag vrijdag zaterdag zondag kerst allemaal iedereen mensen klant klanten dank bedankt klantenservice'
  ).split(' '),
)
