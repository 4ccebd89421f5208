/**
 * Unicode's table of confusables (UTS 39, security data 10.0), cut to what a name can hold: each letter, then its look-alikes. If a
 * capital looks like another letter, its small form counts too, because names ignore case; m stays one letter (`confusableNames.ts`).
 * © Unicode, Inc.; under the Unicode License (unicode.org/license.txt).
 */
export const CONFUSABLES = `
  O 0〇ΟОՕ l 1\u05C0|∣⏽\u0661\u06F1IƖǀΙІӀ\u05D5\u05DF\u0627 \u0596 \u05AD \u0598 \u05AE \u0599 \u05A8 \u059A \u05A4
  \u06DB \u1AB4\u20DB \u0313 \u0619\u08F3\u0315\u064F \u0314 \u065D \u0301 \u059C\u059D\u0618\u0954\u064E
  \u0300 \u0953 \u0306 \u030C\u0658\u065A\u036E \u0306\u0307 \u06E8\u0310 \u0302 \u1CD0\u0311\u065B
  \u030A \u05AF\u06DF\u309A\u0652\u0366 \u0308 \u08EB \u030B \u064B\u08F0 \u0303 \u0342\u0653
  \u0307 \u05C4\u06EC\u08EA\u0358\u05B9\u05BA\u05C2\u05C1 \u0338 \u0337 \u0328 \u1AB7\u0322\u0345
  \u0304 \u1CD2\u0305\u0659 \u030E \u1CDA \u0312 \u0657 \u0350 \u0357\u08FF\u08F8 \u0316 \u1CED
  \u0329 \u1CDC\u0656 \u032B \u1CD5 \u0333 \u0347 \u0354 \u08F9 \u0355 \u08FA \u0335 \u0336 \u0309 \u302C
  \u0323 \u05C5\u08ED\u1CDD\u05B4\u065C \u0324 \u08EE\u1CDE \u0325 \u302D \u0326 \u0327\u0321\u0339 \u032D \u1CD9
  \u032E \u1CD8 \u0331 \u0952\u0320 \u064C \u08F1\u08E8\u08E5 \u064D \u08F2 \u0650 \u061A\u0317 \u0655 \u065F
  \u0670 \u030D - ‐‒–\u06D4⁃˗−➖ , \u060D\u066B \u060C \u066C : ։\u05C3 ! ǃ ? Ɂ . \u0660\u06F0
  ' ՝‘’‛′‵՚\u05F3\`ʹˈˊˋ˴ʻʽʼʾ\u05D9 '' ᳓"“”‟〃\u05F4ʺ˶ˮ\u05F2 'B Ɓ 'D Ɗ 'P Ƥ 'T Ƭ 'Y Ƴ ❬ く * \u066D / ノ丿 \\ 丶 ˉb ъ
  ˏ ͵ ∂\u0335 ð ー 一 2 ƧϨ \u0662 \u06F2 2\u0335 ƻ 3 ȜƷӠзЗ \u0663 \u06F3 3\u0326 Ҙ \u0664 \u06F4 5 Ƽ 6 б
  \u0666 \u06F6 8 ȣȢ \u0669 \u06F9 a ⍺αа A ΑА ae æӕ AE ÆӔ Ɐ ∀ b ƄЬβв B ΒВ b\u0304 ƃƂБ b\u0335 ƀҍҌѣѢ bl Ы c с C С
  c\u0338 ȼ c\u0326 ҫ C\u0326 Ҫ C' Ƈ ꞓ ⋴ԑ Ꞓ € ꜿ ͽ Ꜿ Ͽ d ԁ d\u0304 ƌ d\u0335 đ D\u0335 ĐÐƉ ẟ ⸹δծ e ℮еҽεєЄ E ⋿ΕЕ
  e\u0338 ɇ E\u0338 Ɇ e\u0328 ҿ ǝ əә Ǝ ∃ Ə Ә Ɛ Ԑ ɜ\u0326 ҙ f ẝք F Ϝ f\u0326 ƒ F\u0326 Ƒ g ƍցԍ G Ԍ g\u0335 ǥ
  G\u0335 Ǥ G' Ɠ h һհн H ΗН H\u0329 Ң h\u0335 ħћ H\u0335 Ħ H\u0326 ӉӇ ʜ\u0329 ң ʜ\u0326 ӊӈ Ƕ Ԋ Ⱶ Ͱ i ⍳ıιіӏ j ϳј
  J ͿЈ j\u0335 ɉ J\u0335 Ɉ ȷ յ K ΚК k\u0314 ƙ K\u0329 Қ K\u0335 Ҟ K' Ƙ l\u0338 ł L\u0338 Ł l\u0335 Ɨƚ
  l\u0655 \u0673 l' \u05F1 ll ǁ\u05F0 lO Ю l\u0674 \u0672 M ΜϺМ M\u0326 Ӎ n ոռη N Ν n\u0329 ƞ N\u0326 Ɲ ᴎ ͷи
  o \u0665\u06F5οσоჿօ\u05E1\u0647\u06BE\u06C1\u06D5 o\u0302 \u06FF o\u0338 ø O\u0338 Ø o\u0335 өѳ O\u0335 ƟθΘӨѲ
  o/0 \u066A o/00 \u0609 o/000 \u060A oe œ OE Œ ɔ ͻ Ɔ Ͻ p ⍴ρр P ΡР p\u0314 ƥ ɸ φф q ԛգզ ĸ\u0329 қ ĸ\u0335 ҟ r г
  R Ʀ r\u0335 ɍғ r' ґ ᴙ я ɿ ℩ s ƽѕ S ЅՏ ʃ ∫ Ʃ ∑Σ T ⊤⟙ΤТ t\u0314 ƭ T\u0338 Ⱦ T\u0328 Ʈ T\u0329 Ҭ t\u0335 ŧ
  T\u0335 Ŧ Ꞇ Ⴀ ᴛ\u0329 ҭ u υս U ∪⋃Ս U\u0335 Ʉ ɰ պ Ʊ ℧ v ∨⋁νѵ\u05D8 V \u0667\u06F7Ѵ Ʌ \u0668\u06F8ΛЛ Ʌ\u0326 Ӆ
  w ѡԝաω W Ԝ w\u0486\u0487 ѽ ʍ\u0326 ӎ x ×⤫⤬⨯х X ╳ΧХ X\u0329 Ҳ y ỿуүყγ Y ΥУҮ y\u0314 ƴ y\u0335 ɏұ Y\u0335 ɎҰ ȝ ӡჳ
  Z Ζ z\u0335 ƶ Z\u0335 Ƶ z\u0326 ȥ Z\u0326 Ȥ þ ƿϸ Þ Ϸ ƨ ϩ ƅ ь ƅi ы ʘ ⊙☉⨀ Γ Г Γ\u0335 Ғ Γ' Ґ π п Π П ς ϛ Φ ФՓ ψ ѱ
  Ψ Ѱ ж\u0329 җ Ж\u0329 Җ И Ͷ И\u0326\u0300 Ҋ и\u0326\u0306 ҋ л\u0326 ӆ \u2DEC \u1DEE Ѡ\u0486\u0487 Ѽ ҷ ӌ Ҷ Ӌ
  Ҽ\u0328 Ҿ \u0621\u0348 \u06FD \u0628\u06DB \u0751 \u0628\u06E2 \u08B6 \u0628\u0654 \u08A1 \u067B \u06D0
  \u0754 \u08A9\u0767 \u0629 \u06C3 \u062D\u06DB \u0685 \u062D\u0654 \u0681\u0772 \u062F\u0615 \u0688
  \u062F\u06DB \u068E \u062F\u0302 \u06EE \u062F\u0324\u0323 \u08AE \u068A\u0615 \u068B \u0631\u0615 \u0691
  \u0631\u06DB \u0698 \u0631\u0306 \u0692 \u0631\u0306\u0307 \u08B9 \u0631\u0302 \u06EF \u0631\u0654 \u076C
  \u0632\u0302 \u08B2 \u0697\u0615 \u0771 \u0633\u06DB \u0634 \u0633\u0302 \u077E \u0635\u06DB \u069E
  \u0635\u0324\u0323 \u08AF \u0637\u06DB \u069F \u0639 \u060F \u0641 \u06A7 \u06A1 \u08BB\u066F\u08BC
  \u06A1\u06DB \u06A4\u06A8 \u06A2\u06DB \u08A4 \u0643 \u06A9\u06AA \u0643\u06DB \u06AD\u0763 \u06AC \u0762
  \u06AF \u08B0 \u06AF\u06DB \u06B4 \u0644\u06DB \u06B7 \u0644\u0306 \u06B5 \u0645\u06DB \u08A7
  \u0645\u0348 \u06FE \u0646\u0615 \u0768 \u0646\u0306 \u0769 \u0648 \u08B1 \u0648\u06DB \u06CB
  \u0648\u0313 \u06C7 \u0648\u0306 \u06C6 \u0648\u0302 \u06C9 \u0648\u0670 \u06C8
  \u0649 \u066E\u06BA\u08BD\u064A\u06CC\u06D2 \u0649\u0615 \u0679\u06BB
  \u0649\u06DB \u067E\u062B\u06BD\u06D1\u063F \u0649\u06DB\u06E2 \u08B7 \u0649\u0306 \u0756\u06CE
  \u0649\u0306\u0307 \u08BA \u0649\u0302 \u063D \u0649\u0654 \u08A8 ሆ Մ ቡ Ռ ኮ Ի ጣ Պ へ ヘ 二 ニ 亻 イ 併 倂 値 值 八 ハ 力 カ
  卜 ト 口 ロ囗 㖈 䎛 啓 啟 土 士 㘽 㦳 塡 填 墫 壿 夕 タ 媯 嬀 工 エ 帡 帲 戶 戸 㩁 搉 㫚 曶 晚 晩 朌 肦 朏 胐 朐 胊 朓 脁 㬵 胶 朘 脧 㬺 幐 㬻 䐠 朣 膧 杮 柿 㮣 槩 榝 樧
  溈 潙 䀹 鿃 䀿 晣 研 硏 絕 絶 胼 腁 䑃 朦 蒍 蔿 蘷 虁 訮 詽 䚶 訞 讆 讏 豜 豣 赿 趆 跥 跺 躗 躛 軿 輧 郎 郞 鎭 鎮 隷 隸 鹂 鹃 黑 黒 k κк m м t τт
`;
