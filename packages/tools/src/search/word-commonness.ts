/**
 * How little the words that stand in most descriptions of tools tell apart, as stems.
 *
 * Counted over the texts of some 34,000 public tools (benchmarks/retrieval), no set of which counts for more than 2,000
 * tools. A small set of tools says little about which words are common; this says the rest. The number of a tier is the
 * word's inverse document frequency as a share of the highest possible; words that are not listed have the last.
 */
const TIERS: readonly (readonly [share: number, stems: string])[] = [
  [
    0.15,
    `
      get name
    `,
  ],
  [
    0.2,
    `
      id retriev specifi
    `,
  ],
  [
    0.25,
    `
      api data default identifi inform list locat number return specif type
    `,
  ],
  [
    0.3,
    `
      base format includ new option provid request requir result search set time uniqu us user valu
    `,
  ],
  [
    0.35,
    `
      calcul citi code countri creat current date detail endpoint gener maximum page paramet project resourc start
      state system token tool whether year
    `,
  ],
  [
    0.4,
    `
      access account address allow amazon associ avail call check contain content dd delet descript desir end exampl
      field file filter find function imag indic info item kei languag level limit manag max mm next oper path perform
      queri rate respons second servic size statu string support text titl true unit updat url yyyi
    `,
  ],
  [
    0.45,
    `
      action activ add amount analysi appli applic area arn authent belong busi categori chang cloud com compani
      configur count custom dai databas determin email event exist fals fetch financ first flag follow game group http
      input json last match media method need object order output pagin parent period point price product rang record
      region relat run send singl social sourc sport tag target team two valid version video view web
    `,
  ],
  [
    0.5,
    `
      ad addit ag analyz app arrai author book case charact client color complet comput connect control convert
      coordin criteria defin describ design destin devic differ directori displai distanc document domain ds durat
      educ en enabl english entertain execut free full googl health height high histor histori hour index initi
      instanc integ job keyword latest latitud length librari local longitud make map market messag metadata meter
      minut model month movi multipl music network note open organ permiss person phone place player polici posit post
      prefer previou process properti public random read receiv refer remov repres rest score see select server show
      sort space statist stock store symbol temperatur term test top topic total track travel usernam variou websit
      word work york
    `,
  ],
  [
    0.55,
    `
      accept admin agent ai anim annual anoth arg articl artist assign auto averag aw basic batch bodi budget build ca
      card certain channel collect comma commun condit config consid contact currenc daili dataset db de degre depend
      develop direct doc download either empti engin ensur error estim express featur financi food forecast found
      french gender genr geograph global guid import individu interest invest ip iso label lang leagu learn light line
      link live log london low measur medium metric min minimum mobil mode modifi monitor non num offset oracl origin
      packag pair part particular pass password past patch patient percentag plai plan platform popul possibl power
      present profil qualiti question rank real recommend relev report research role room rout rule schedul scope
      season secur sent separ session spanish speci speed standard stat structur style summari tabl take task translat
      twitter uuid vehicl weather weight width write
    `,
  ],
  [
    0.6,
    `
      actual administr adult advanc advertis air alwai answer ar ascend ask assess assist attach attribut audio
      automat balanc begin best boolean brand brief cancel car catalog celsiu center chart children china choos class
      climat cluster command comment commerc common compon comprehens confirm context convers core correspond cost
      creation credenti credit cursor decim definit desc descend detect dictionari digit disabl dry ec effect element
      encod energi enter entri environ es europ evalu exclud expect experi factor fail femal fit flight flow folder
      form fr frame frequenc fund futur germani handl header healthcar hh home host hotel html human iam ident incom
      industri instead instruct integr interact intern interv issu kilogram km larg lat law letter load logist long
      machin made main male marketplac mask materi math mean medic meet member memori monthli move nearbi node none
      normal null ny obtain occur offer optim owner pari park pattern payment png predict primavera privat program
      progress prompt publish purpos put qr quantiti quot radiu recent recip regist rel releas repositori reserv
      restaur review right robot sale sampl san save scale scan scienc sensit sequenc seri share simpl site softwar
      song special squar statement stop storag stream studi subject success technolog templat theme threshold ticker
      ticket timeout timestamp trade train transact transfer transport trend typic usa usag usd utc variabl verifi
      virtual visual volum wait water week workspac world www xml youtub zone zoom
    `,
  ],
  [
    0.65,
    `
      absolut acceler accord across adjust adriel affect aiplatform aircraft airport alert algorithm alloc along alpha
      alreadi america analyt angel appear archiv art asc asia aspect audienc australia background backup bank
      basketbal behavior block br branch browser bucket campaign canada capac carbon cat cell central certif charg
      chat checker chemic child chines click close cn co coin combin compar compound conduct construct continu copi
      coverag cryptocurr css csv datetim dc deliveri depart departur deploi deploy depth desktop dimens dir diseas
      distribut dn dog door down drive easi edit electr employe encrypt entir entiti equal estat ethic ex exact
      exchang expir explicitli explor extens extern extract face facil fahrenheit famili filenam final font footbal
      forc forest franc francisco gatewai gene genet german git give goal grant graph hash hashtag help higher highest
      hospit hous idempot identif ignor immedi implement inact increas ingredi insert insight instagram insur intellig
      intend interfac inventori involv io japan jp keep kg knowledg known lead left licens lo login lon lookup ls
      major manufactur mark marker mass mathemat meta middl monei morn multi museum mutat navig notif numer observ
      omit onlin org otherwis outcom overview own param parti partial particip pdf pend peopl pet photo phrase physic
      pl plant playwright pool popular potenti practic pre prefix prerequisit pressur previous primari prioriti pro
      probabl profession profit protocol purchas python ratio reason referenc relationship replac restrict risk root
      round ru schema school scraper script section selector sever shop short sign similar simul skill skip slide sm
      small smart sn snapshot solut speech spotifi sql ss st stage star station step strategi street submit subscript
      suggest suppli taken tax th timezon todai tokyo tr traffic trigger tt tube tv tweet ui uk univers upload util
      veloc voic vpc vulner window written yahoo zero zip
    `,
  ],
  [
    0.7,
    `
      abbrevi abc academi achiev afternoon airbnb album altern amen american android angl anyth ap apikei appl appoint
      approv architectur around artifact artifici aspos asset asynchron attempt au auth autom avoid axi basebal
      bedroom beginn beij better bill black blood blue board box brazil bui built bulk cach calc calendar california
      caller captur care carri cash categor chain champion chosen circl classifi clean clear clinic cloth cm coeffici
      column commerci commit comparison compat competit compil complex composit concert consist constant consult
      consum cook correct counti cours court cover cpu cricket crime crimin critic crop cross crypto cs cuisin cultur
      danc dashboard datadog decis deliv demand deprec diagram difficulti directli disast discount discov disk dna
      dollar dontcar draw drug due dynam earn effici eg electron engag enhanc enterpris environment equat establish
      eur european excel except exercis explain export extra fact failur fake farm feed feedback feet fewer fi fill
      film finder finish float focu formula forward friendli fuel ga gb geo geocod gif gorilla gov govern gp gr
      greater green growth guidanc head heat hex hint hold hop hors hub humid hz iata icon imdb impact imperi improv
      inch inclus india infrastructur instal instrument intermedi internet invalid invok iot januari japanes java john
      joke journei jpeg kilomet kingdom kr launch lawsuit layout least legal legend less li life loan lock longer
      lower mainten manual markdown mention migrat mile millisecond miss moder modern modif moviesdatabas mp ms mx
      namespac nation natur nba near nearest necessari neg net night ninja north notat npm offic offici ongo os
      overwrit pa pai paint paper partner passeng payload ph pharmaceut pictur piec pipelin pixel placehold pm polit
      port portfolio postal precis prepar prevent preview princip proce produc promot protect protein proxi psycholog
      pt quarter quarterli queue radio reach realiti recipi red reduc regardless registr regular religion remot render
      rental repo represent residenti resolut resolv respect restor retweet revenu revers revis rgb row runtim safeti
      sagemak scheme screen sculptur se sea secret segment semant sentiment seo serial serp serv sha shape ship side
      signal signific soccer soil sold spec stack status stori strength student sub subscrib subsequ substanc suitabl
      sum summar svg switch sy sydnei syntax techniqu termin theori tik tiktok timefram tip tok took trait transit
      treatment tree trial trip turn ul understand unless upcom upper ur variant vegan venu verif violat visibl visit
      wa warn watch weekli wikipedia wind workflow yearli zh zipcod
    `,
  ],
  [
    0.75,
    `
      accommod aggreg alia annot append arriv artwork assum audit backend bar binari bing birth blockchain bound
      breakfast calori cancer ce characterist chime claim classic classif compos concept confer confid connector
      consol constraint corn corpor countrycod covid cred cycl cz demo densiti dev dietari discoveri district duplic
      east elev embed emerg enum essenti facebook fashion fleet framework gain garden gather gbp geometri golf good
      guest hard hardwar hc hl incid independ influenc institut interview iq italian jpg judg la land leav like magic
      maintain mix modul movement neighborhood ns ocean opt overal overrid playlist premium press prime problem
      provinc provis pub quick readabl readi redirect reliabl remind rent reset respond rich rock safe sec sector self
      sensor sg sheet signatur split ssl stai symptom tournament town transform tw txt unix urban uri usual vertic vt
      watchmod whatsapp whoi
    `,
  ],
]

const UNLISTED = 0.8

const SHARES: ReadonlyMap<string, number> = new Map(
  TIERS.flatMap(([share, stems]) =>
    stems
      .trim()
      .split(/\s+/)
      .map((stem) => [stem, share] as const),
  ),
)

/** What a stem tells about a tool, from 0 (nothing, every tool has it) to 1. */
export const rarity = (stem: string): number => SHARES.get(stem) ?? UNLISTED
