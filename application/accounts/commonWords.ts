/**
 * What the 12,000 commonest passwords are made of, in letters alone. From the list of zxcvbn (MIT, © Dan Wheeler, Dropbox and the authors
 * of zxcvbn-ts); kept here, so that nobody is asked about a password.
 */
export const COMMON_WORDS = `
aaaaa aaaaaa aaabbb aaasss aaliyah aardvark aaron aatech abacab abacus abbott abcdefg abdullah aberdeen abgrtyu abigail abnormal
abracadabra abraham abrakadabra abraxas absolut absolute absolutely abstr acapulco accept access acclaim accord account achilles
achtung acidburn acmilan action active acura adams addict addicted addison address adelaide adelina adgjmptw adidas admin administrator
admiral adonis adrenalin adrian adriana adriano adrienne adult adults advance advanced advent adventure aerosmit aezakmi africa afrika
again agassi agent aggies ahmed aikido aikman aileen aimee airborne airbus aircraft airforce airman airplane airport airwolf aisan
akira alabama aladdin aladin alain alanis alaska albany albatros albert alberta alberto albina albion alcatel alcatraz alchemy alcohol
alejandr alejandro aleksandr aleksandra aleksei aleksey alena alenka alert alessand alessandro alexa alexalex alexande alexander
alexandr alexandra alexandre alexey alexi alexia alexis alexus alexxx alfonso alfred alfredo algebra alibaba alice alicia alien aliens
alina alinka alisa alisha alison alissa alive allah allan allaone allday allegro allen alleycat allgood alliance allison allmine
allnight allsop allstar allstate almighty almond aloha alone alpha alphabet alpina alpine altair alterego althea altima altoids alucard
alvaro always alyson alyssa amadeus amalia amand amanda amateur amateurs amatory amature amazing amazon amber ambers ambrose ambrosia
amelia amelie americ america american amerika amethyst amiga amigo amigos amonra amorcit amore amstel amsterda amsterdam anaconda
anakin analog analsex ananas anarchy anastasi anastasia anastasiya anchor anders andersen anderson andre andrea andreas andrei andres
andrew andrews andrey android andromed andromeda andyandy andyod anfield anfisa angel angela angelic angelica angelika angelina angelit
angell angelo angels angelus angie angus anhyeuem animal animals animated anime anita ankara annaanna annabell annette annie annika
annmarie anonymous another answer antares antelope anthon anthony anthrax antoine anton antoni antonia antonina antonio antonov antony
anubis anything anytime aolsucks apache apollo apple applepie apples apricot april aprilia aptiva aquarius aragon aragorn aramis
arcadia archange archer archery archie architec arctic argentin argentina argyle ariana ariane arianna ariel aries arizona arjay
arkansas arlene armada armagedon armand armando armani armstron arnold around arrow arrows arsena arsenal artem artemis artemka arthur
artist artur arturo asdas asdasd asddsa asdfasdf asdffdsa asdfg asdfgh asdfghj asdfghjk asdfghjkl asdfjkl asdfqwer asdfzxcv asdqwe
asdzxc asgard ashle ashlee ashleigh ashley ashton asian asians aside asimov aspen aspire aspirin aspirine assasin assass assassin asses
assfuck asshol asshole assholes assman asswipe assword asterix astra astral astrid astro astros athena athens athlon athome atlanta
atlantic atlantis atlas atomic atreides attack atticus attila attitude attract aubrey auburn auckland audia audio auditt audrey auggie
august augusta augustin augustus aurora aussie austin australi australia austria autumn avalanch avalon avatar avenger avenue aviation
aviator awesome awful awnyce ayanami azamat azazel azert azerty azertyui azertyuiop azrael azsxdc azsxdcfv aztnm azzer babemagnet
baberuth babes babies baboon babybaby babybear babyblue babyboy babycake babydoll babyface babygirl babylon babylove bacardi bacchus
backbone backdoor backup bacon badabing badass badboy badboys baddest baddog badger badgers badgirl badman baggies baggins baggio
bagira bagpuss bahamas bahamut bailey bajingan baker balance baldwin baller ballet ballin balloon balloons balls ballsack baltimor
bambam bambi bamboo banan banana bananas banane bandi bandit bangbang banger bangkok banker banner banshee banzai baracuda barbados
barbara barber barbie barcelon barcelona barefeet barefoot barfly baritone barker barkley barley barnes barney baron baronn barrage
barrett barron barry barselona barsik bartman barton basebal baseball basement basic basil basket basketba basketball basset bassman
bassoon bastard bastards bathing batista batman battery battle bauhaus baura baxter bayern baylor bazooka bball bbking bcfields bdfyjd
beach beaches beacon beagle beaker beamer beaner beanie beans bearbear bearcat bearcats beardog bears beast beastie beater beatle
beatles beatrice beautifu beautiful beauty beaver beavers beavis because becca becker beckham becky bedford bedlam beech beefcake
beemer beerbeer beerman beerme beethove beetle beezer begemot behappy belair believe belinda belinea belkin bella bellaco bellagio
belle belly belmont beloved bender bendover benedict benessere benfica bengal bengals benito benjami benjamin benji bennett bennie
benny benoit benson bentley benton beowulf beretta bergen berger bergkamp berkeley berlin bermuda bernard bernardo bernice bernie berry
bertha bertie bertram bertrand bessie bestbuy bethany betsy better bettina betty bettyboo beverley beverly bgates bhbirf bianca biatch
bicycle bigal bigass bigballs bigbang bigbear bigben bigbird bigblack bigblock bigblue bigbob bigboobs bigbooty bigboss bigboy bigbucks
bigbutt bigcat bigcock bigdaddy bigdawg bigdick bigdicks bigdog bigfish bigfoot bigger biggie biggles biggun bigguns bigguy bighead
bigjim bigjohn bigmac bigman bigmike bigmoney bigone bigones bigpimp bigpoppa bigred bigsexy bigtime bigtit bigtits bigtruck biker
bikers bikini bilbo billabon billbill billie billy billybob billyboy bimbo bimmer binder bingo binladen biohazard biology bionicle
birddog birdie birdman birgit birthday biscuit bisexual bishop bismarck bismark bismilla bismillah bitch bitchass bitches bitchy biteme
bitter bizkit bizzare blabla black blackberry blackbir blackbird blackcat blackdog blackhaw blackhawk blackice blackie blackjac
blackjack blacklab blackman blackops blackout blacks blacky blade blades blahblah blaine blake blanca blanche blanco blast blaster
blaze blazer blazers bleach bledsoe blessed blessing blink blinky blitz blizzard blobby block bloke blond blonde blondes blondie blonds
blood bloody blossom blowfish blowjob blowme blubber blueball bluebell blueberr blueberry bluebird blueblue blueboy bluedog blueeyes
bluefish bluejay bluejays bluemoon blues bluesky bluesman bluestar blunt blunts boater boating bobafett bobbie bobbob bobby bobcat
bobdole bobdylan bobmarley boeing bogart bogdan bogey bogota bogus bohica boiler bolitas bollocks bollox bologna bolton bombay bomber
bombers bonanza bondage bonehead boner boners bones bongo bonita bonjour bonjovi bonkers bonner bonnie bonovox bonsai boobear boobie
boobies booboo boobs booger boogie booker bookie books bookworm boomboom boomer booster bootie boots bootsie bootsy booty bootys booyah
boozer borabora bordeaux border borders boricua boris boroda borussia bosco bossman boston bottle bottom boulder bounce bouncer bounty
bourbon bowler bowling bowman bowser bowtie bowwow boxcar boxer boxers boxing boxster boytoy bracken bradford bradley brady brain
brains bramble brand brandi brando brandon brandy brasil braves bravo brazil bread break breaker breanna breast breasts breeze bremen
brenda brendan brenna brennan brent brest brett brewer brewster brian briana brianna bricks bridge bridget briggs bright brighton
brigitte bristol british britney brittany brittney broadway broder brodie broken broker bronco broncos bronson bronze brook brooke
brooklyn brooks brother brothers brown browndog brownie browning browns bruce brucelee bruins bruiser bruno brutus bryan bryant bubba
bubbas bubble bubbles buceta bucker bucket buckeye buckeyes buckley bucks buckshot bucky budapest buddah buddha buddie buddies buddy
buddyboy buddydog buddys budgie budlight budman budweise budweiser buffalo buffet buffett buffy buford bugger builder building bukkake
bukowski bulldog bulldogs bullet bullfrog bullit bulls bullseye bullshit bumble bummer bumper bundy bunghole bungle bunker bunnies
bunny burger burner burning burnout burns burrito burton bushido business buste busted buster bustle busty butch butcher butkus butler
butter buttercu buttercup butterfl butterfly butters buttfuck butthead butthole buttman button buttons butts buzzard buzzer bynthytn
byteme cabbage cabernet cable cabron cactus caddy cadillac caesar caitlin caitlyn caleb calgary calibra calico caliente californ
california caligula calimero callaway callie calling callisto callum calvin calypso camaro camaross camber cambiami cambridg camden
camel camelot camels cameltoe camera camero cameron camil camila camilla camille campbell camper camping canada canadian canary cancel
cancer cancun candace candice candies candle candy candyass candyman canine cannabis cannibal cannon canon canton cantona canuck
canucks canyon capcom capecod capetown capital capitals capone caprice capricor capricorn capslock captain caracas caramel caravan
carbon cardiff cardinal cardinals cards carebear carina carla carlisle carlito carlitos carlo carlos carlton carman carme carmel carmen
carmex carnage carnival carol carola carole carolin carolina caroline carolyn carpedie carpediem carpente carpet carrera carrie carroll
carrot carrots carson carsten carter cartman cartoon cartoons carver casanova cascade caserta casey cashflow cashmone cashmoney casino
casio casper cassandr cassandra cassidy cassie caster castillo castle castor castro catalina catch catcher catdog catfight catfish
catherin catherine cathy catman catnip cattle catwoman caught cavalier caveman cayman ccbill cdtnbr cdtnkfyf ceasar cecile cecilia
cedric celeb celebrity celeron celeste celica celina celine celtic celtics cement center central century cerberus cesare cessna cevthrb
cfitymrf cfvceyu cgfhnfr chachi chadwick chains chainsaw chair chairman challeng chamber chambers champ champion champs chance chandler
chandra chanel chang change changed changeme changes channel chantal chaos chapman chappy charge charger chargers charisma charity
charle charlene charles charley charli charlie charlott charlotte charlton charly charmed charon charter chase chaser chavez cheater
check checker checkers checkmat cheddar cheech cheeks cheeky cheerleaers cheers cheese cheetah chelle chelse chelsea chemical chemist
cheng cherokee cherries cherry cheryl cheshire chess chessie chester chestnut chevelle chevrole chevrolet chevy chevys chewbacc chewie
chewy cheyenne chiara chicago chichi chick chicken chickens chickenwing chicks chico chief chiefs children chill chilli chillin chilly
chimera china chinese chinook chipmunk chipper chippy chips chiquita chitown chivas chloe chocha chocolat chocolate choice choke chong
choochoo chopin chopper chouchou chowchow chris chrisbln chriss chrissy christ christa christi christia christian christie christin
christina christine christma christmas christop christophe christopher christy chrome chronic chrono chrysler chuai chuang chubby chuck
chuckie chuckles chucky chunky church ciaociao ciccio cicero cigar cigars cinder cindy cinema cinnamon circle circus cirrus cisco
citadel citation citizen citroen civic civicsi civilwar cjkysirj cjkywt claire clancy clapton clarence clarinet clarissa clark clarke
classic classics claude claudi claudia claudio claymore clayton clean cleaner clemens clement clemente clemson cleopatr cleopatra
clevelan cleveland clever cliff clifford clifton climax climber climbing clint clinton clipper clippers clips clitoris clock close
closer cloud clouds cloudy clover clovis clown clowns clutch clyde cnfkrth cnfybckfd coach cobain cobalt cobra cobras cocacol cocacola
cocaine cocker cocks cocksuck cocksucker cocoa coconut codered coffee cohiba coldbeer coldplay coleman colin colleen college collie
collin collins colnago colombia colonel colonial color colorado colors colton coltrane columbia columbus comanche combat comcast comedy
comein comeon comet comets comfort comics coming command commande commander commando common compact company compaq compass complete
compton compute computer conan concord concorde concrete condom condor confirm confused connect conner connie connor conover conquest
conrad constant consult consumer contact content contest continue contour contra contract control converse conway coochie cookie
cookies cooking coolcat coolcool cooldude cooler coolguy coolhand coolio coolman coolness cooper coors cooter copenhag copper coral
corazo corey corina corinna corinne corleone corndog cornelia cornell corner cornhole cornwall corolla corona corrado corsair corvette
corwin cosmic cosmo cosmos costello cosworth cottage cotton cougar cougars counter country county courage court courtney cousin
coventry cowboy cowboys cowgirl coyote crack cracker crackers craig cramps crappy crash craving crawford crazy crazybab crazyman cream
creampie creamy create creation creative creature credit creepers crescent cricket criminal crimson crispy cristian cristina critter
crjhgbjy cromwell crosby cross cruise cruiser crumbs crunch crusader crusher crusty crysis crystal cthtuf cthulhu cthutq ctrhtn cubbies
cubswin cucumber cuddles cuervo culinary cullen cumming cummins cumshot cumslut cunts cupcake cupoi curious curtis custer custom
customer cutie cutiepie cutlass cutter cvthnm cxfcnmt cyber cyborg cyclone cyclones cyclops cygnus cygnusx cynthia cypher cypress
cyprus cyrano cyrus dabears dabomb daddy daddyo daddys daemon daewoo daffy dagger daisey daisy daisydog dakota dalejr dallas dalshe
dalton damage daman damian damien dammit damnit damon dance dancer dancing danger dangerous danie daniel daniela daniele daniell
daniella danielle daniels daniil danila danilka danish danni danny dannyboy dante danzig daphne daredevi daredevil darian darina darius
darkange darkangel darkelf darklord darkman darkness darkone darkside darkstar darlene darling darrel darrell darren darryl darthvad
darwin dasani dasha dasher datsun daughter davedave david davide davids davidson davies davinci davis dawgs dawson daylight dayton
daytona dbnfkbr dbrnjh dbrnjhbz deacon deadhead deadly deadman deadpool deadspin dealer deanna death deathnote deaths debbie deborah
debra december decimal decker deedee deejay deeper deepthroat deerhunt deeznuts deeznutz default defender defense defiant deftones
dejavu delaney delaware delete delfin delight delilah delldell delmar delphi delpiero delta deltas deluxe demon demons denali denied
deniro denis denise deniska denmark dennis density dental dentist denver depeche deputy derek derparol derrick descent desert design
designer desire desiree deskjet desktop desmond destin destiny destroy detroit deutsch devil devildog deville devilman devils devin
devon dewalt dexter dfcbkbcf dfcbkbq dfhdfhf dfkthbz dfkthf dfktynby dfktynbyf dfvgbh dfytxrf dharma diablo dialog diamon diamond
diamonds diana diane dianna dianne diaper diapers dickdick dickens dicker dickhead dickie dicks dicky didier diego diehard diesel
dietcoke dieter digger diggler digimon digital dilbert dildo dilligaf dillon dimadima dimas dimitri dimples dinamo dinara dindom
dingbat dingdong dinger dingle dingo dinner dinosaur dipper dipset dipshit dipstick direct director dirtbike dirty dirtydog disaster
disco discover discus disney diver divers divine diving divorce dixie django dkflbckfd dkflbr dkflbvbh dmitriy dnsadm doberman doctor
dodge dodger dodgeram dodgers dogbert dogbone dogboy dogcat dogface dogfart dogfood dogger doggie doggies doggy doghouse dogman dogmeat
dogpound dogshit dogwood doitnow doktor dolemite dollar dollars dolly dolores dolphin dolphins domain domenico domingo dominic dominik
dominion dominiqu dominique domino donald donjuan donkey donna donner donnie donovan dontknow donuts doobie doodle doodles doofus
doogie dookie dooley doomsday doors dorado doreen dorian doris dorothy dortmund dotcom dottie double doubled douche dougal doughboy
doughnut dougie douglas downer downhill download downtown draco dracula drago dragon dragonba dragonball dragonballz dragonfl dragonfly
dragons dragoon dragster drake drakon draven dream dreamcas dreamer dreaming dreams dresden drifter driller drive driven driver drizzt
droopy drowssap drpepper drummer drums drunk dthjybrf dtkjcbgtl dtxyjcnm duane dublin ducati duchess duckduck duckie duckman ducks
dudedude dudeman dudes dudley duffer duffman duffy dukeduke dumbass dummy dunbar duncan dundee dungeon dunhill dunlop dupont durango
durham duster dustin dusty dutch dutchess dwayne dwight dylan dynamic dynamite dynamo dynasty eagle eagles earnhard earth earthlink
easter eastern easton eastside eastwood eating eatme eatmenow eatpussy eatshit ebony eclipse edcrfv eddie edgar edison editor edmonton
eduard eduardo edward edwards edwin eeyore egghead eggman eggplant egorka eight eighteen eileen einstein ekaterina ekmzyf elaine
elcamino eldiablo eldorado eleanor electra electric electro electron elefant element elements elena eleonora elephant eleven elijah
elisabet elite elizabet elizabeth elizaveta ellen ellie elliot elliott elmira eloise elpaso elvira elvis elvisp elway elwood emanuel
emerald emerson emilia emilie emilio emily eminem emmanuel emmett emmitt emperor empire encore ender energy enforcer engage engine
engineer england english enigma enjoy enrico enrique enter enterme enternow enterpri enterprise enters entrance entropy entry envelope
epsilon equinox eraser erection erica ericsson erika ernest ernesto ernie erotic erotica errors escalade escape escorpio escort eskimo
espana espresso esprit esquire estate esteban estelle esther estrell estrella eternal eternity ethan eugene eunice euphoria eureka
europa europe evangeli evangelion evans evelyn everest everett everlast everton evgeniy evolutio evolution excalibu excalibur exchange
excite exeter exigen exigent exodus exotic experience experienced expert explore explorer export express extra extreme ezekiel fabian
fabie fabienn fabio fabric fabulous facebook facial factory faggot fairlane faith faithful falcon falcons fallen fallon fallout famil
family famous fandango fanny fantasia fantasies fantasy fantom fantomas faraon farida farley farmboy farmer farscape farside fashion
fastau fastball faster fatass fatboy fatcat father fatima fatman fatty favorite fduecn fearless feather feathers february federal
federico feelgood felicia feline felipe felix fellatio fellow female females fender fenris fenway fergie fergus ferguson fernand
fernande fernando ferrari ferret ferris fester festival festus fetish fghtkm fgtkmcby fhntvrf ficken fiction fiddle fidelio fidelity
field fields fiesta figaro fight fighter fighting figure films filter filthy finalfantasy finally finance finder finger fingers finish
finland fireball firebird fireblad firedog firefigh firefire firefly firefox firehawk fireman firenze firestorm firewall first fischer
fishbone fishcake fisher fisherma fisherman fishes fishfish fishhead fishin fishing fishman fishon fishtank fishy fister fisting
fitness fitter fivestar fkbyjxrf fktrcfylh fktrcfylhf fktrctq fktyrf flame flamengo flames flamingo flanders flanker flash flasher
flashman flathead flatron fleming flesh fletch fletcher flexible flicks flight flint flipflop flipper floppy florence flores florian
florida flounder flowe flower flowers floyd fluff fluffy flvbybcnhfnjh flyboy flyer flyers flyfish flying fmale focus follow foobar
foolish footbal football footjob forbes force fordf foreplay foreskin forest foreve forever forfun forget forgetit forgot forlife
format formula forrest forsaken forsberg fortress fortuna fortune forum forward foryou fossil foster fosters fountain fowler foxfire
foxtrot foxylady franc france frances francesc francesco francine francis francisc francisco franco francois frank frankie franklin
franks franky fraser frazier freak freaked freaks freaky freckles freddie freddy frederic frederik fredfred fredrick freebird freedo
freedom freee freefall freefree freeman freepass freeporn freesex freestyle freeuser freeway freewill freeze french frenchie frenchy
fresh fresno friday friend friendly friends friendster fright fringe frisbee frisco frisky fritz frodo frogfrog frogger froggie froggy
frogman frogs front frontier frosch frost frosty frozen fruity fubar fucked fucker fuckers fuckface fuckfuck fuckhead fuckher fuckin
fucking fuckinside fuckit fuckme fuckoff fucks fuckthis fucku fuckyo fuckyou fudge fugazi fujifilm fujitsu fukkc fulham fuller fullmoon
function fungus funky funny funstuff funtime funtimes furball fusion fussball futbol futurama future fuzzball fuzzy fyfcnfcbz fyfnjkbq
fylhtq fynjirf fytxrf fyutkbyf fyutkjxtr gabber gabby gabrie gabriel gabriela gabriele gabriell gabrielle gadget gaell gagarin gagged
gagging galant galary galaxy galileo galina gallaries galore galway gambit gamble gambler gameboy gamecock gamecube gameover games
gamma gandalf ganesh gangbang gangbanged gangsta gangster ganja gannibal garage garbage garcia garden gardner gareth garfield gargoyle
garion garland garlic garner garnet garret garrett garrison gasman gaston gateway gatit gator gatorade gators gatsby gavin gawker
gaylord gaymen gbhfvblf gbpltw gdtrfb geezer gegcbr geheim gemini general generals generic genesis geneva genius gentle geoffrey georg
george georgia georgie georgina gerald gerard gerber gerbil gerhard german germany geronimo gerrard gerry gertrude gesperrt getit
getlost getmoney getoff getout getsome getting gfgfvfvf gfhjkm gfhjkmgfhjkm gfynthf ghbdtn ghbdtnbr ghbdtndctv ghbdtnrfrltkf ghblehjr
ghbrjk ghbywtccf ghetto ghhhathj ghjcnbnenrf ghjcnj ghjcnjgfhjkm ghjcnjnfr ghjcnjq ghjuhfvvf ghost ghostrider ghosts gianluca gianni
giant giants gibson gideon gidget gigabyte giggle giggles gilbert gilles gillian gilligan gilmore ginger giorgi giorgio giovanna
giovanni giraffe girlie girlies girls giulia giuseppe gizmo gizmodo gizmos gizzmo gjkbyf glacier gladiato gladiator gladys glamour
glasgow glass glasses glenda glendale glenn glitter global globus glock gloria glory glover gloves gmoney goalie goaway gobears goblin
goblue gobucks gocubs godawgs godbless goddess godfathe godfather godiva godlike godsmack godspeed godzilla gofast gofish goforit
gogators gohome goirish goldberg golden goldeney goldeneye goldfing goldfish goldie goldstar goldwing golfball golfer golfgolf golfgti
golfing golfnut golfpro goliath gollum gonavy gonzales gonzalez gonzo goober goodboy goodbye goodday goodgirl goodie goodluck goodman
goodtime goodyear goofball goofy google gooner goose gopher gordo gordon gorgeous gorilla gotcha goten gotenks gotham gothic gotmilk
gotohell gotribe govols grace gracie graduate graham gramma granada grand grandam grande grandma grandpa granite granny grant grapes
graphics grass grateful gratis graves gravity grayson graywolf grease great greatone greece greedisgood greedy green greenbay greenday
greene greenman greens gregor gregory gremlin grendel gretchen gretzky greywolf griffey griffin griffith grimace grinch gringo grisha
grizzly gromit groove groovy groucho ground groupd groups grout grover grumpy grunt gryphon gthcbr gtnhjdbx guang guardian gucci guess
guest guido guillaum guillerm guiness guinness guitar guitars gumby gundam gunnar gunner gunners gunther gustav gustavo gutter guyver
gymnast gypsy habibi hacked hacker hacking haggis hailey hairball hairy haley halflife halifax hallie hallo hallowee halloween hambone
hamburg hamilton hamish hamlet hammer hammers hammond hamper hampton hamster hancock handbag handball handsome handyman hanna hannah
hannes hannibal hansen hansol hansolo hanson hanuman happines happiness happy happyday happyman harald harbor harcore hardball hardcock
hardcore harddick harder hardon hardone hardrock hardware hardwood hardy harle harlem harley harman harmon harmony harold harper
harpoon harrier harriet harris harrison harry harrypotter hartford harvard harvest harvey hassan hastings hatred hatter hattrick havana
havefun having hawaii hawaiian hawkeye hawkeyes hawkins hawks hayabusa hayden hayley hazard health heart hearts heater heather heaven
heavenly heckfy hector hedgehog heels heidi heineken heinrich hejsan helen helena helene helios helium hellas hellboy hellfire hello
hellokitty helloo hellos hellsing hellyeah helmet helmut helper helpme helsinki hemlock hendrix henrik henry hentai herbert herbie
hercules herewego heritage herman hermes heroes herring hershey hesoyam hetfield hewitt hewlett heynow heyyou hfytnrb hidden higgins
highbury higher highheel highland highlander highlife highway hiking hilary hillary hillbill hillside hilltop hilton hiphop hippie
hippo history hitachi hithere hitler hitman hiziad hjccbz hjvfirf hobart hobbes hobbit hockey hoffman hogan hogtied hokies holden
holein holes holger holiday holidays holla holland hollie hollow holly hollywoo hollywood holmes holycow holyshit homeboy homemade
homepage homer homerj homers homerun homework honda hondacbr hondas honduras honest honesty honey honeybee honeybun honeys hongkong
honolulu honor hoochie hookem hooker hookers hookup hooligan hooper hoops hoosier hoosiers hooter hooters hootie hoover hooyah hopeful
hopeless hopkins hopper horace horatio hores horizon horndog hornet hornets horney horny horror horse horsemen horses horton hospital
hotass hotau hotbox hotboy hotdog hotel hotgirl hotgirls hotlips hotone hotpussy hotrats hotred hotrod hotsex hotshot hotspur hotstuff
hottest hottie hotties houdini hound hounddog house houses housewifes houston hover howard howdy howell htubcnhfwbz huang hubert hudson
hugetits hughes hugoboss humbug hummer humphrey hungry hunte hunter hunting hurley hurrican hurricane husband husker huskers huskies
husky hustler hydro hydrogen hyperion hyundai iamgod ibanez ibrahim icarus iceberg icecold icecream icecube icehouse iceland iceman
idefix idiot idontkno idontknow idunno iforget iforgot iguana ihateyou ijrjkfl ilikeit ilikepie illini illinois illusion ilove ilovegod
iloveme ilovepussy ilovesex iloveu iloveyo iloveyou image imagine imation immortal impact impala imperial implants impreza inches
incubus indain india indian indiana indians indigo indira indon infamous infantry infected inferno infiniti infinity information ingrid
inlove innocent insane insanity insert inside insight insomnia inspiron install instant instinct integra integral intel inter
interacial intercourse interest internal interne internet intrepid intruder inuyasha invest iomega ipswich ireland irene irina irinka
irish irishka irishman iriska ironmaiden ironman irving isaac isabel isabell isabella isabelle isaiah iscool island islander ismail
israel issues istanbul istheman italia italian italiano italy itisme itsme ivanov ivanova iverson iwantu jabber jabroni jachin jackal
jackass jacket jackie jackjack jackoff jackpot jackson jacob jacobs jacques jaeger jagger jaguar jaguars jaime jakarta jakejake jamaica
james jamesbon jamesbond jameson jamess jamie jammer jammin janelle janet janice janine january japan japanese jared jarhead jarrett
jarrod jarvis jasmin jasmine jason jasper javelin javier jaybird jayden jayeeuz jayhawk jayhawks jayson jazzman jazzy jeanette jeanne
jeannie jediknig jeeper jeepers jeepster jefferso jefferson jeffery jeffrey jehovah jello jelly jellybea jellybean jenifer jenkins
jenna jennaj jennie jennife jennifer jennings jenny jensen jeremiah jeremy jericho jerkoff jermaine jerome jerry jersey jesper jesse
jessi jessic jessica jessie jester jesus jeter jethro jetski jetta jewel jewels jewish jezebel jiang jiggaman jillian jimbeam jimbo
jimbob jimmie jimmy jimmys jingle jingles jiong jktxrf jktymrf joanna joanne jocelyn jockey joebob joecool joejoe joelle joemama johann
johanna johannes johnboy johncena johndeer johndoe johngalt johnjohn johnnie johnny johnson johnston joker jokers jolene jomama jonas
jonatha jonathan jonathon jones jonesy jonny jorda jordan jordon jorge josep joseph josephin josephine joshu joshua josiah journey
joyce joystick jrcfyf jsbach juanita jubilee judith juggalo jughead juice juicy jules julia julian juliana julie julien juliet juliette
julio julius jumbo jumper junebug jungle junio junior juniper junkie junkmail jupiter jurassic justafun justame justdoit justi justice
justin justine justme justus juventus kaboom kahlua kahuna kaiser kaitlyn kakashi kakashka kaktus kalina kamasutra kamikadze kamikaze
kamila kamilla kangaroo kansas kappa karachi karaoke karate karen karin karina karine karma karolina kashmir kasper katana katarina
katelyn katerina katherin katherine kathleen kathryn kathy katie katrin katrina kawasaki kayla kaylee kayleigh kazantip kcchiefs keegan
keenan keeper keepout keisha keith keller kelley kelli kellie kelly kelsey kelvin kendall kendra kennedy kenneth kenny kenobi kenshin
kentucky kenwood kenworth kenzie kermit kernel kerouac kerry kerstin kestrel kevin keyboard keystone keywest kfgjxrf kfhbcf kickass
kicker kicksass kidrock kieran kikimora killa killbill kille killer killers killian killjoy killkill killme kilroy kimball kimber
kimberly kimmie kinder kingdom kingfish kingking kingkong kingpin kings kingston kinky kipper kirby kirill kirkland kirsten kirsty
kismet kisses kissing kisskiss kissme kissmyas kissmyass kitchen kiteboy kitkat kitten kittens kittie kitties kitty kittycat kittykat
kittys kjkszpj kjrjvjnbd klaste klaster klaus kleopatra klingon klizma klondike knickers knicks knight knights knock knockers knopka
knuckles kodiak kojak kokomo kolbasa kolobok kolokol komodo konstantin kontakt kontol koolaid kordell korean koroleva korova koshka
kosmos kostya kotaku kotenok kramer krasotka krishna krissy krista kristen kristi kristian kristie kristin kristina kristine kristy
krokodil krolik kronos krusty krypton krystal ksenia ksusha ktyjxrf kuang kubrick kungfu kurtis labia labrador labtec lacoste lacrimosa
lacrosse ladder laddie ladies ladyboy ladybug laetitia lagnaf laguna lahore lakers lakeside lakewood lakota lalakers lambda lambert
lamborghini lamer lamont lance lancelot lancer lancia lander landmark landon lansing lantern lapochka laptop larisa larissa larkin
larry larsen larson laser laserjet lassie lasvega lasvegas latin latina latinas latino laughing laura laurel lauren laurence laurent
laurie lavalamp lawman lawrence lawson lawyer lazarus lback leader leanne leather leavemealone leaves lebowski ledzep leeann leeds
leedsutd leftadead lefty legacy legend legenda legion legman legolas legos lehjxrf leigh leinad lekker leland lemans lemmein lemon
lemonade lemons lennon lennox lenny lenochka leonard leonardo leonid leonidas leonie leopard leopold leroy lesbain lesbian lesbians
lesley leslie lespaul lestat lester letmei letmein letmesee letsdoit letsfuck letsgo letter lewis lexmark lexus lfitymrf lfybbk lfybkf
lhfrjy liang libero libertad liberty library licker licking lickit lickme lifehack lifetime light lighter lighthou lighting lightnin
lightning lights lilbit lilian liliana lilith liliya lillian lillie lilly lilwayne limewire limited lincoln linda linden lindros
lindsay lindsey lineage linkin links lionel lionhear lionheart lionking lions lipstick lipton liquid lisalisa listen lister lithium
little livelife liverpoo liverpool livewire living lizard lizzard lizzie lizzy ljxtymrf llamas lloyd loaded loader lobster lockdown
lockout locks locoloco locust locutus logan logger logitech lokiloki lokomotiv lolipop lolita lollipop lollol lollypop lolol londo
london lonely lonesome lonestar lonewolf longbow longdong longer longhair longhorn longjohn lonnie looker lookin looking lookout looney
loose looser lopez loren lorena lorenzo loretta lorraine losangeles loser losers lottie lotus louie louis louise loulou lourdes lovebug
lovehate loveis loveit loveless lovelife lovelove lovely loveme lover loverboy loverman lovers lovesex loveya loveyou loving lowell
lowrider ltkmaby ltybcrf lucas lucia luciano lucifer lucille lucky luckydog luckyme luckyone ludacris ludmila ludwig lumber lumina
lunatic lunchbox luther lvbnhbq lydia macaco macaroni macbeth macdaddy macgyver machine macintos mackie macleod macman macross
madagaskar madcat madcow madden maddie maddog madeline madina madison madman madmax madness madonna madrid maestro mafia magazine
magelan magellan magenta maggi maggie maggot magic magical magician magick magicman magnet magneto magnolia magnum magnus magpie
magpies mahler maiden mailcreated mailman mailru maison majestic major makaka makaveli makayla makeitso maksim maksimka malachi malaka
malaysia malcolm malibu malice malika malina malinka malish mallard mallorca mallory mallrats malone mamacita mamamia mamapapa mamas
mammoth mamochka manager manchest manchester mancity mandarin mandingo mandrake mandy manfred manga mango mangos maniac manila mankind
manning manny manolo manowar manson mantis mantle mantra manuel manuela manunited manutd maple maradona marathon marauder marble
marbles marcel marcella marcello marcelo march marcia marcin marcius marco marcos marcus margaret margarit margarita margie margot
maria mariah mariam marian mariana marianna marianne marie mariel marijuan marijuana marika marilyn marin marina marine mariner
mariners marines marino mario marion mariposa marisa marissa marius mariya marjorie marker market markie markiz markmark markus
marlboro marlene marley marlin marlon marquis marriage married marseill marseille marsha marshal marshall marta martha marti martian
martin martina martine martinez martini marty marvel marvin maryann maryjane maryland masamune maserati mashka mason massage massimo
massive maste master masterbate masterbating mastermind masterp masters matador matchbox mathew mathias matilda matisse matri matrix
matteo matthe matthew matthews matthias mattie matty mature maureen maurice maurici maurizio maveric maverick maxdog maxell maxim
maxima maxime maximka maximo maximum maximus maxine maxmax maxpower maxwell maxxxx mayday mayhem maynard mazafaka mazda mazdarx
mcdonald mckenzie mclaren meadow meagan meatball meathead meatloaf mechanic media medic medical medicine medina medion medusa medved
megadeth megaman megan megane megapass megatron meggie meghan meier meister melani melanie melina melinda melisa meliss melissa mellon
mellow melody melons melrose melvin member memorex memory memphis menace mendoza mental menthol mentor meowmeow mephisto mercede
mercedes mercer merchant mercury meredith meridian merlin merlot mermaid mersedes messenger messiah metal metall metallic metallica
meteor method methos metoo metro metroid mexican mexico miami michae michael michaela michaels michal micheal michel michele michell
michelle michigan mickey micro microlab micron microphone microsof microsoft middle midget midland midnight midnite midway mierda
mighty migue miguel mihail mikado mikael mikemike mikey mikkel milamber milan milana milano mildred milena miles military milkman
millenium miller millie million millions millwall milton mimosa mindy minecraft minemine minerva mingus minime minimoni ministry
minnesot minnie miracle mirage miranda miriam mirror mischief misery misfit misfits misha mishka misiek missie mission mississi
mississippi missouri missy mister mistress misty mitch mitchell mittens mizuno mizzou mobile mobydick model models modelsne modena
modern mogwai mohamed mohammad mohammed mohawk mollie molly mollydog moloko molson momdad mommy momoney monaco monalisa monarch monday
mondeo money moneyman moneys mongo mongoose monic monica monika monique monitor monke monkey monkeybo monkeyboy monkeys monopoly monroe
monste monster monsters montag montana monte montecar monterey montgom montreal montrose monty moocow mookie moomoo moonbeam moondog
mooney moonligh moonlight moonman moonshin moore moose mooses mopar morales mordor morena moreno morgan morgana morgoth moritz morning
moron morpheus morris morrison morrowind mortal morten mortgage mortimer mortis morton moscow moses moskva mother motherfucker
motherlode mothers motion motley motocros motocross motor motorola motown mountain mouse mouser mouses mousey mouth movie movies mozart
mpegs mudvayne mufasa muffin muffy muhammad mulder mullet mulligan multiplelo munch munchkin munich muppet murder murphy murray murzik
musashi muschi muscle muscles mushroom music musica musical musician musicman muslim mustafa mustan mustang mustangs mustard mutant
mutley mutter mybaby mydick mygirl mygirls mykids mylife mylove myname mynameis mypass mypassword myporn myrtle myself myspace mystery
mystic mytime myworld myxworld nachos nadejda nadia nadine naked namaste nancy nanook napalm napass napoleon napoli napster narnia
naruto nascar nassau nastena nastia nasty nastya nataha natali natalia natalie nataly natalya natasha natchez natedogg nathalie nathan
nathanie nathaniel nation national native natural nature naughty nautica nautilus navajo navigator navyseal nazgul nbvjatq nccitoia
nccitoid nccitoie nebraska needles negative nellie nelson nemesis nemrac neptune nermal nestle nestor netscape network neutron nevada
never nevermin nevermind nevermore nevets neville newark newbie newcastl newcastle newlife newman newness newpass newport newton
newuser newyear newyork nextel nexus nfhfrfy nfnmzyf nfytxrf nguyen niang niceass niceguy nicetits nicholas nichole nickel nicky nicol
nicola nicolas nicole nigga nigger niggers night nightmar nightmare nightowl nights nightwin nightwish nikita nikitos nikki nikola
nikolai nikolas nikolay nikon nimbus nimitz nimrod nineball nineinch niners nineteen ninja ninjas nintendo nipper nipple nipples
nirvana nissan nitram nitro nittany nobody noelle nofear nokia nokian noles nolimit nomad nomore noname nonenone noodle noodles nookie
nopass nopassword norbert norfolk normal norman normandy norris north northern norton norway norwich nosferatu nostromo notebook
nothing notnow notredam notused nounours novell november noway nthvbyfnjh ntktajy ntktdbpjh nuclear nudes nudist nugget nuggets number
nurlan nurses nursing nutmeg nutter nuttertools nwoalife nygiants nyjets nylons nymets nympho oakland oakley oaktree oasis oatmeal
obelix oberon obiwan objects oblivion obsidian ocean oceans ocelot october octopus odessa odyssey office officer offshore offspring
ohmygod ohshit ohyeah oilers okinawa oklahoma oksana older oldman olemiss olenka olesya olive oliver olivia olivier ollie olympia
olympic olympus omega onelove onetime onetwo onion onions online onlyme onlyone ontario opendoor openit opennow openup operator ophelia
opiate optimist optimus option options oracle orang orange oranges orchard orchid oregon orgasm orient original orioles orion orlando
orpheus oscar oscars osiris osprey oswald othello ottawa outback outkast outlaw outside outsider overkill overlord ownage oxford oxygen
oyster pablo pacers pacific pacino packard packer packers pacman paddle padres paige paint paintbal paintball painter painting paisley
pajero pakista pakistan palace paladin palermo pallmall palmer palmtree paloma pamela panama panasoni panasonic pancake pancakes pancho
panda pandas pandora panhead panic panter pantera panther panthers panties pants pantyhos panzer paolo papamama paper paperino papers
papillon papito paradigm paradis paradise paradox paragon paramedi paranoid paris parker parkour parlament parol parola parrot partner
party pasadena pascal pasha passat passes passfan passion passmast passme passord passpass passport passwd passwor password passwords
passwort pastor pasword patch patches pathetic pathfind patience patric patrice patrici patricia patrick patrik patriot patriots patrol
patton patty paula paulie paulin paulina pauline paulpaul pavel pavement pavilion pavlik pavlov paxton payday payton pdtplf peabody
peace peach peaches peachy peacock peanut peanuts pearl pearljam pearls pearson peavey pebble pebbles pecker peddler pedro peekaboo
peeper peewee pegasus peggy pelican pencil penelope penetration penguin penguins penis penny pentagon penthous pentium people pepito
peppe pepper peppers pepsi perfect perkins perry persian persik person persona personal pertinant pervert peter peterbil peterpan
peters peterson petra petrov petrova petrovich petunia peugeot peyton phantom pharao pharmacy pheonix phialpha philip philipp philippe
philips phillies phillip phillips philly phish phoebe phoeni phoenix phone photo photon photos phpbb phreak phyllis physics piano
pianoman pianos piazza picard picasso piccolo pickle pickles picks pickup picnic picture pictures picturs pierce piercing pierre pietro
pigeon piggies piggy piglet pigpen pikachu pilgrim pillow pilot pimpdadd pimpdaddy pimpin pimping pinball pineappl pineapple pinetree
pingpong pinhead pinkfloy pinkfloyd pinkie pinky pinnacle pinto pioneer pipeline piper pippen pippin pippo piramida pirate pirates
pisces pissed pisser pissing pissoff pistol piston pistons pitbull pitch pitcher pitchers pixies pizdec pizza pizzahut pizzaman pizzas
pjkjnj place placebo placid plane planes planet plants plasma plastic plastics platinum plato platon platypus playa playball playboy
player players playing playmate playstat playstation playtime please pleasure ploppy plumber pluto plymouth pobeda pocket poetry point
pointer poison poisson pokemo pokemon poker pokey poland polaris police polina polish pollux polly polniypizdec polopolo polska pommes
pompey poncho pontiac poochie poodle poohbear pookey pookie pooky poontang pooper poophead poopie poopoo pooppoop poopy pooter popcorn
popeye popova popper poppy poptart porkchop pornking porno pornos pornporn pornstar porsche portal porter portia portland portugal
poseidon positive possum postal poster postman potato pothead potter pounding powder powell power powerful powerman powers prague
praise prayer prayers preacher precious predator pregnant prelude premier premium presario presiden president presley pressure presto
preston pretty pretzel pride priest prime primus prince princes princesa princess pringles printer printing prissy privacy private
privet probes prodigy producer profile profit program progress project promise property prophecy prophet prospect prosper protect
protocol proton prototype proview prowler proxy prozac psycho public puddin pudding puffer puffin puffy pufunga pugsley pulled pulsar
pumper pumpkin pumpkins punch punisher punkass punker punkin punkrock puppet puppies puppy puppydog pupsik purdue purpl purple pushkin
pussey pussie pussies pusssy pussy pussycat pussyman pussys pusyy putter puzzle pyramid python qawsed qawsedrf qaywsx qazqaz qazws
qazwsx qazwsxed qazwsxedc qazwsxedcrfv qazxcv qazxsw qazxswedc qazzaq qiang qiong qpalzm qqqqq qqqwww qqwwee quake quality quantaeots
quantum quartz quasar quattro quebec queen queenie queens quentin quest question quick quincy qwaszx qweaer qweasd qweasdzx qweasdzxc
qwedsa qweqwe qwerasdf qwerasdfzxcv qwert qwerty qwertyu qwertyui qwertyuio qwertyuiop rabbit rabbits rabota racecar racer racers
racerx rachael rachel rachelle racing radar radeon radical radio radiohea radiohead raduga rafael ragnarok raiden raider raiders
railroad rainbow rainbows rainer raining rainman rainyday raistlin raleigh ralph ralphie rambler rambo ramirez ramjet rammstein ramona
ramones rampage ramrod ramses ramsey ranch rancid randall randolph random randy ranetki range ranger rangers raphael rapier rapper
raptor rapture raquel rascal rasdzv rasmus rasputin rasta rastaman ratboy rated ratman raven ravens raymond razor rbhbkk rctybz reader
readers reading ready reagan reality really realmadrid reaper reason rebecca rebel rebels rebelz reboot recall reckless recon record
records recovery redalert redbaron redbird redbone redbull redcar reddevil reddog reddwarf redeye redfish redfox redhat redhead
redheads redhot redleg redlight redline redman redneck redone redrose redrum redskin redskins redsox redstar redwine redwing redwings
redwood reebok reefer reeves referee reflex reggae reggie regina reginald register rehbwf reilly reload reloaded remember remingto
remote renata renate renato renault renee renegade repair report reptile republic requiem rereirf rescue research reserve resident
respect restart retard retire retired return reuben reveal revenge review revoluti revolution revolver reynolds reznor rfgbnjirf
rfgecnf rfhbyf rfhfvtkmrf rfhfylfi rfhnjirf rfnthbyf rfntymrf rfrfirf rfrnec rfvfcenhf rhbcnbyf rhfcfdbwf rhfcjnf rhfcjnrf rhiannon
rhino rhinos rhjkbr rhjrjlbk rhonda rhtdtlrj rhubarb rhythm ribbit ricard ricardo riccardo richar richard richards richie richmond
ricky riddle rider riders ridge riffraff right rightnow riley rimmer ringer ringo ripken ripley ripped ripper ripple rising ritter
river rivera riverrat rivers riversid rjcvjc rjhjdf rjhjkm rjhjktdf rjirfrgbde rjntyjr rjsilatqe rjycnfynby roadkill roadking roadrunn
roadrunner roadster roadway robbie rober robert roberta roberto roberts robin robins robinson robocop robot robotech robotics rocco
rochelle rocker rocket rockets rockey rockford rockhard rockie rockies rockin rocknrol rocknroll rockon rockrock rocks rockstar
rockwell rocky rodeo rodman rodney rodrigo rodrigue roger rogers rogue roland rolex roller rollin rolling rollins rolltide roman
romance romano romans romantic romario romashka romeo romero rommel ronald ronaldinho ronaldo ronnie roofer rookie rooney rooster
roosters rootbeer rosario roscoe rosebud rosemary roses rosewood rosie roswell rotary rotten rough route rover rovers rowing roxanne
royal royals royalty rrpass rtyuehe rubber rubble rubicon rudeboy rudolf rufus rugby rugger rugrat rules rulez rulezzz rumble runaway
runescape runner running rupert rushmore ruslan russel russell russia russian rustam rusty rustydog ruthie sabbath sabina sabine sable
sabre sabres sabrina sacred sadie safari safety safeway saffron sahara saigon sailboat sailing sailor saint saints sairam saiyan sakura
salamander salami salasana saleen salem sales salinas sally salman salmon salome salomon salope salsa salsero salvador salvatore
samanth samantha samara sambo samiam samir samira sammie sammy sammys samoht sampson samson samsun samsung samtron samuel samurai
sanchez sancho sandberg sander sanders sandie sandiego sandman sandr sandra sandrine sandro sandwich sandy sanford sanfran sanity santa
santafe santana santiag santiago santos sapper sapphic sapphire sarah sarajevo sarasara saratoga sarita sascha sasha sashka saskia
sassy sasuke satan satana satchmo satellite saturday saturn sauron sausage sausages savage savanna savannah savior sawyer saxophon
sayang scamper scania scanner scarface scarlet scarlett schalke schatz scheisse schmidt school schubert schumi science scirocco
scissors scooby scoobydo scoobydoo scooter score scorpio scorpion scorpions scotch scotland scott scottie scotty scout scouts scrabble
scrapper scrappy scratch scream screamer screen screw screwy screwyou script scrotum scruffy scuba scully seabee seadog seadoo seagull
seahawks sealteam seaman seamus searay search seaside season seattle seawolf sebastia sebastian sebora sebring second secret secrets
secure security sedona seductive seeker seeking segblue seinfeld sekret select selena selina seminole semper semperfi senate senator
senators seneca senior senna sensei sentinel sentry sephirot sephiroth septembe september serega serena serenity sergbest sergeant
sergei sergey sergi sergio series serious serpent sersolution server service services sesame seven sevens severin sexame sexgod sexman
sexsex sextoy sexual sexxx sexxxx sexxxy sexxy sexybabe sexybitch sexyboy sexygirl sexylady sexyman sexyone sexysexy seymour shado
shadow shadows shady shaggy shaker shakira shakur shalom shaman shampoo shamrock shamus shane shaney shang shanghai shania shanna
shanno shannon shanti shaolin shark sharks sharky sharon sharp sharpe shasta shauna shaved shawn shawna shayla shazam shearer sheba
sheeba sheena sheep sheepdog sheila shelby sheldon shell shelley shells shelly shemale sheng shepherd sheridan sheriff sherlock sherman
sherri sherry sherwood sheryl shibby shield shiloh shine shiner shinobi shirley shitface shithead shitshit shitty shock shocker shodan
shoes shogun shojou shonuf shooter shopper shopping short shorty shotgun shovel shower showing showme showtime shredder shrimp shuai
shuang shurik shuttle shutup sickboy sickness sidekick sidney siemens sierra sigma sigmachi signal silence silent silicon silly silver
silverad silverado silvia simba simmons simon simona simone simons simple simpson simpsons sinatra sinbad sinclair singapor singapore
singer single sinister sinned sinner siobhan sirius sissy sister sisters sites sithlord sixers sixpack sixty skate skateboard skater
skeeter skibum skidoo skiing skilled skillet skinhead skinner skinny skipper skippy skirt skittles skolko skorpion skunk skydive
skydiver skyhawk skylar skylark skyler skyline skywalke skywalker slacker slamdunk slammer slapnuts slapper slappy slapshot slash
slater slava slave slavik slayer sleep sleeper sleeping sleepy slick slider slimjim slimshad slimshady slinky slipknot slipper slippery
sliver slonik sloppy slowhand slugger sluggo sluts sluttey slutty smackdow smackdown small smalls smart smartass smashing smeghead
smegma smelly smile smiles smiley smirnoff smirnov smirnova smith smithers smiths smitty smoke smoker smokes smokey smokie smokin
smoking smooch smooth smoothie smother smudge smurf snake snakes snapon snapper snapple snappy snatch sneakers sneaky snicker snickers
sniffing sniper snooker snoop snoopdog snoopy snowball snowbird snowboar snowboard snowflak snowman snuffy snuggles snyder sobaka socce
soccer socks socrates sofia softail softball softtail software sokolova solace solaris soldat soldier soleil solitude solnce solomon
solution someday someone somerset somethin something sommer sonata sonia sonic sonics sonny sonoma sonora sonyericsson sonyfuck
sonysony sooner sooners sophi sophia sophie soprano sopranos soulfly soulmate sound source south southern southpar southpark southpaw
sowhat space spaceman spain spanish spank spanker spanking spankme spanks spanky spanner sparhawk spark sparkle sparkles sparks sparky
sparrow sparta spartak spartan spartans spawn speaker speakers spears special specialk spectre spectrum speed speedo speedway speedy
spence spencer sperma sphinx spice spider spiderma spiderman spidey spiffy spike spiker spikes spikey spinner spiral spirit spitfire
splash spleen splendid spliff splinter spock spoiled sponge spongebo spongebob spooge spook spooky spoon spooner spoons sport sporting
sports sporty spotty spread spring springer springs sprint sprinter sprite sprocket sprout spunk spunky spurs sputnik spyder sqdwfe
squall square squash squeak squeeze squerting squid squirrel squirt squirts srinivas stacey stacie stacy stafford stalin stalker
stallion standard standby stanford stang stanislav stanley stanton staples starbuck starcraf starcraft stardust starfire starfish
stargate starligh starlight starlite starman starr stars starship starstar start starter startrek starwar starwars stasik state static
station status stayout stealth steam steaua steel steele steeler steelers stefan stefanie stefano steffen steffi stella stellar stepan
steph stephan stephane stephani stephanie stephen stephens stereo sterlin sterling stern sterva steve steven stevens stevie stewart
stick stickman sticks sticky stiffy stigmata stiletto stimpy sting stinger stingray stinker stinky stirling stitch stock stocking
stocks stockton stokes stolen stone stonecol stonecold stoned stoner stones stonewal stoney stooge stopit stoppedby storage store
stories storm storms stormy straight strange stranger strap stratfor stratus strawber strawberry stream streaming street streets
strelok strength stress stretch strider strife strike striker string strip stripes stripper stroke stroker strong stryker stuart stubby
student studio studly studman stuff stumpy stunner stupid style styles stylus subaru sublime submit suburban subway subzero success
suckcock suckdick sucked sucker suckers sucking suckit suckme suckmydick sucks suede sugar sugars suicide sullivan sultan summe summer
summers summit sundance sunday sundevil sunfire sunflowe sunflower sunlight sunny sunnyday sunrise sunset sunshin sunshine super superb
superfly superior superma superman supernov supernova supersonic supersta superstar support supra supreme surfer surfing surgery
surprise survey surveyor survival survivor susan susana susanna susanne sushi susie susieq suslik sutton suzanne suzuki sveta svetik
svetlana svoboda swallow sweden swedish sweeney sweeps sweet sweetheart sweetie sweetnes sweetness sweetpea sweets sweety swifty
swimmer swimming swinger swingers swinging switch swoosh sword swordfis swordfish swords sydney sylveste sylvia sylvie syncmaster
synergy syracuse system systems syzygy tabasco tabatha tabitha tacobell tacoma tadpole taekwondo taffy taichi taipan talbot talisman
talks talon tamara tamerlan tammie tammy tampabay tangerin tango tanker tanner tantra tanya tarakan tardis target tarheel tarheels
tarpon tarzan tasha tasty tatarin tatiana tatjana tattoo tatyana taurus taxman taylo taylor tazman tazmania tbird tbone tdutybq tdutybz
teacher teaser technics techno teddy teddybea teddybear teenage teens teensex tekken telecom telefon telephon telephone teller tempest
templar temple temppass tenchi tender tennesse tennis tequier tequila terefon teresa terminal terminat terminator termite terra
terrapin terrell terrier terror terry tessie tester testing testpass testtest tetris tetsuo texas thailand thanatos thanks thankyou
theater theatre thebear thebeast thebest theboss thecat thecrow thecure thedog thedon thedoors thedude theend theforce thegame thegreat
their thekid theking thelma theman theodore theone therapy there theresa therock these thesims thewho thierry thing things think
thinking thirteen thirty thisisit thoma thomas thompson thong thongs thrasher three threesom throat thuglife thumb thumbs thumper
thunder thunderb thursday tiamat tiberius tiburon ticket tickle tickler tickling ticklish tictac tiffany tiger tigercat tigers tigge
tigger tight tights timber timeout times timmy timosha timothy timoxa timur tinker tinkerbe tinkerbell tinman tintin tipper titan
titanic titanium titans titfuck titleist titman titten titties titts titty tkbpfdtnf toast toaster tobias tobydog today toejam toffee
together toilet tokiohotel toledo tolkien tomahawk tomas tomato tomcat tommie tommy tommyboy tomorrow tomtom tongue tonight tonytony
toocool toolbox toolman toomuch toonarmy tootie tootsie topcat topdog topgun tophat topher topolino topper topsecret toriamos torino
tornado toronto torpedo torres tortoise torture toshiba tosser total totoro tottenha tottenham touching tower towers toyota trace
tracer tracey track tracker tractor tracy trader traffic trailer train trainer training trains traktor tralala trample trance tranny
trans transam transfer transit translator trapper trash trauma travel traveler travis treasure treble trebor treefrog trees treetop
treetree trent trenton trevor trfnthbyf trial triangle tribal tribble tribe tricia trick tricky trident trigger trigun trinidad
trinitro trinitron trinity triple tripleh triplex tripod tripper trisha trista tristan triton triumph trixie trojan trojans troll
trombone trooper tropical trouble trout truck trucker trucking trucks trueblue truelove truffles truman trumpet trunks trust trustme
trustno truth tsunami tucker tucson tuesday tujhrf tulips tunafish tundra tuning tunnel tupac turbo turbos turkey turner turnip turtle
turtles tuscl tuxedo tweety twelve twenty twiggy twilight twinkie twinkle twins twist twisted twister tycoon tyler typhoon tyrant
tyrone tyson ufkbyf ukraine ultima ultimate ultra ulysses umbrella umpire unbelievable undead underdog underground undertak undertaker
underwear unicorn union unique united universa universal universe university unknown unlock unreal uptown upyours uranus ursula usarmy
username usmarine usnavy usuckballz utjhubq utopia vacation vader vadim vagabond vagina valencia valentin valentina valentine valera
valeri valeria valerie valeriya valery valhalla valkyrie valley valleywa vampir vampire vampires vancouve vancouver vanessa vanguard
vanhalen vanilla vantage varvara vasilisa vaughn vauxhall vbienrf vbkfirf vector vectra vedder vegas vegeta vegitta vegitto vehpbr
velocity velvet vendetta venera venice venom ventura venture venus verbatim verena veritas verizon vermont vernon verona veronica
veronika versace vertigo vette vfcnth vfczyz vfhbyf vfhecz vfhufhbnf vfhujif vfibyf vfitymrf vfksirf vflfufcrfh vfndtq vfntvfnbrf
vfrcbv vfrcbvrf vfvekz vfvfgfgf vfvjxrf vgirl viagra vickie vicky victor victori victoria victory video videos vides vienna vietnam
viewsoni viewsonic viking vikings viktor viktoria viktoriya villa village vince vincent vincenzo vinnie vintage violet violetta violin
viper vipergts vipers virago virgil virgin virginia virginie virgo virtual virus vision visited visitor visual vitalik vitamin vivian
vixen vjcrdf vjkjrj vjqgfhjkm vkontakte vladik vladimir vladislav vodafone vodka volcano volcom volkov volkswag volley volleyba
volleyball volume volvo voodoo vortex voyager voyeur vqsablpzla vsegda vsjasnel vulcan wachtwoord waffle waffles wagner waiting waldo
walker wallace wallet walleye wally walmart walnut walrus walter walton wanderer wanker wanking wannabe wanrltw wanted wapbbs warcraft
wareagle warez warhamme warhammer warlock warlord warner warning warren warrior warriors warthog warwick wasabi washburn washingt
washington wasser wassup wasted watch watcher water waterboy waterfal waterloo waterman waters waterski watford watson wayne wazzup
wdtnjxtr wealth weapon weare wearing weasel weather weaver webber webhompas webmaste webmaster website websol websolutions webster
wedding wednesda weekend weezer weiner weird welcom welcome welder welkom weller wendy werder werdna werewolf werner werter wesley
western westham weston westside westwood wetpussy wetter whales whatever whatsup whatthe whatup whatwhat wheeler wheels whiplash
whiskers whiskey whisky whisper whistler white whiteboy whiteout whitesox whitey whitney whocares whoknows whore whores whynot wibble
wiccan wicked widget wifey wilbur wildbill wildcard wildcat wildcats wilder wildfire wildman wildone wildwood wilhelm willard willem
willi willia william williams willie willis willow willy wilson windmill window windows windsor windsurf winfield winger wingman
wingnut wings winner winners winnie winona winston winter wireless wisdom wiseguy wishbone wives wizard wizards wizzard wolfen wolfgang
wolfie wolfman wolfpac wolfpack wolverin wolverine wolves womam woman womans wombat womble women wonder wonderboy wonderfu wonderful
woodie woodland woodman woods woodstoc woody woofer woofwoof woohoo wookie wordpass wordup worker working workout world wormix worthy
wraith wrangler wrench wrestle wrestler wrestlin wrestling wright wrinkle writer wsxedc wsxeedc wutang wxcvbn wyoming xanadu xander
xantia xavier xerxes xfiles xiang xiong xtpxr xtreme xxxpass xxxxxx yamaha yamahar yamato yankee yankees yaroslav yasmin ybrbnf ybrjkfq
yeahbaby yellow yessir yfcntyf yfcntymrf yfnfif yfnfirf yfnfkb yfnfkmz yinyang yjdsqgfhjkm yogibear yolanda yomama yorkie yosemite
youknow young yourmom yousuck youtube yoyoma yugioh yummy yvette yvonne yzerman zachary zalupa zander zanzibar zaphod zappa zapper
zaqixsw zaqwsx zaqwsxcde zaqxsw zaqxswcde zaraza zarina zasada zebra zebras zelda zenith zephyr zeppelin zerocool zerozero zhang zheng
zhjckfd zhong zhuai zhuang zidane ziggy zigzag zildjian zimmer zinger zipper zippo zippy zodiac zoloto zombie zoomzoom zorro zurich
zvezda zxasqw zxcasd zxcasdqwe zxccxz zxcvasdf zxcvb zxcvbn zxcvbnm zyjxrf zzzxxx
`;
