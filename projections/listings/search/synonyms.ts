/** Words of other European languages for English ones, without accents. Maintained by hand. */
const FOREIGN: Readonly<Record<string, string>> = {
  army: 'armee armees armata leger ejercito exercito armia',
  assembled: 'montiert zusammengebaut gemonteerd assemble montato montado zlozony zlozone monterad',
  base: 'sockel socle socles basetta basette peana peanas podstawka',
  built: 'gebaut gebouwd construit costruito construido zbudowany byggd',
  castle: 'burg schloss chateau castello castillo castelo kasteel zamek',
  demon: 'damon damonen daemon demonio demonios demone demoni',
  dragon: 'drache drachen draak draken drago draghi dragones dragao dragoes smok smoki drake drakar',
  dwarf: 'zwerg zwerge dwerg dwergen nain nains nano nani enano enanos anao krasnolud krasnoludy dvarg',
  elf: 'elfe elfen elfo elfi elfos elfes alv',
  ghost: 'geist geister fantome fantomes fantasma fantasmi fantasmas geest duch spoke',
  giant: 'riese riesen geant geants gigante giganti gigantes reus olbrzym jatte',
  knight:
    'ritter ridder ridders chevalier chevaliers cavaliere cavalieri caballero caballeros cavaleiro rycerz rycerze riddare',
  miniature:
    'miniatur miniaturen figur figuren figuur figurine figurines figurka figurki miniatura miniaturas statuina',
  monster: 'ungeheuer monstre monstres mostro mostri monstruo monstruos monstro potwor',
  orc: 'orque orques orco orchi orcos',
  painted:
    'bemalt bemalte bemaltes geverfd geschilderd beschilderd peint peinte peints peintes dipinto dipinta dipinti pintado pintada pintados malowany malowane pomalowany malad malade',
  printed: 'gedruckt gedruckte imprime imprimee stampato stampata impreso impresa impresso geprint drukowany tryckt',
  skeleton: 'skelett skelette skelet skeletten squelette squelettes scheletro scheletri esqueleto esqueletos szkielet',
  sword: 'schwert schwerter zwaard epee spada espada miecz svard',
  tank: 'panzer pantser carroarmato czolg czolgi stridsvagn tanque tanques',
  undead: 'untote untoter untoten ondood ondoden nonmorti zombi nieumarli',
  warrior:
    'krieger krijger krijgers guerrier guerriers guerriero guerrieri guerrero guerreros guerreiro wojownik krigare',
  wizard: 'zauberer magier tovenaar sorcier sorciers mago maghi magos feiticeiro czarodziej trollkarl',
  wolf: 'wolfe lupo lupi lobo lobos loup loups wilk wilki varg',
};

const ENGLISH: ReadonlyMap<string, readonly string[]> = (() => {
  const meanings = new Map<string, string[]>();
  for (const [english, foreign] of Object.entries(FOREIGN))
    for (const word of foreign.split(' ')) meanings.set(word, [...(meanings.get(word) ?? []), english]);
  return meanings;
})();

/** The English meanings of a foreign word. */
export const synonymsOf = (word: string): readonly string[] => ENGLISH.get(word) ?? [];
