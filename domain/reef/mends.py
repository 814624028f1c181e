"""What was mended in the rules since games were recorded under them, oldest first."""

from __future__ import annotations

from domain.kernel.rules import Mend

MENDS: tuple[Mend, ...] = (
    Mend(
        2, ("BRT CG2.3", "BRT 15.3"),
        "either player could say that the rest of a Player Turn goes by, and the Japanese player so gave up a Marine "
        "wave that was due; whose Player Turn it is says so, and ends its last phase.", "RR-41",
    ),
    Mend(
        2, ("BRT CG2.3",),
        "waves whose turn never came, since the scenario ended before it, were gone without a word; they are told. A "
        "wave that was said in a later scenario was put off by as many more; the Landing Schedule Record counts from "
        "the first scenario in which its BLT may enter.", "RR-13",
    ),
    Mend(
        3, ("BRT 15.3",),
        "either player could end the Rally and the Rout Phase of the other's Player Turn, and with them what is "
        "declared there alone; whose Player Turn it is ends them.", "RR-41",
    ),
    Mend(
        4, ("BRT CG13",),
        "what was said of a Gun again took back what had been said before, its pillbox too, and an 81mm MTR left its "
        "pillbox; what is not said again stays, and a Gun in a pillbox stays in it.", "RR-32",
    ),
    Mend(
        4, ("BRT CG13", "BRT CG11"),
        "leaders and Guns could be HIP in a FLL, and a Gun that has to stay in its Location could not be set up HIP "
        "again before it was found; nobody is in a FLL, and it may (reading R-71). Within a Perimeter no hex is a "
        "Japanese FLL.", "RR-40",
    ),
    Mend(4, ("BRT CG11",),
         "the hexes of Isolated Marines kept Japanese vehicles from being concealed; those of Marine Setup Areas "
         "do.", "RR-09"),
    Mend(
        4, ("BRT CG10",),
        "in the phase of the initial Banzai Charge chains could charge again at other targets, and MMC that went into "
        "the Reserve Pool in the set-up itself were not of the 25 % of the map; they charge once, at one target, and "
        "are. Where the scenario ends nobody has to charge.", "RR-49",
    ),
    Mend(4, ("BRT CG7.1",
             "BRT CG10",
             "BRT CG18.24"), "Koreans were not of the 30 % of the pool that are set up at night; they are.", "RR-14"),
    Mend(4, ("BRT CG7.1",),
         "nothing of the pool could be set up in the Initial Scenario of CG I, which is after 20 AM; 20 % "
         "may.", "RR-31"),
    Mend(
        4, ("BRT CG16",),
        "Marine MMC went along the beach as they liked after the Initial Scenario, and over a wall where none is "
        "printed; in every scenario of CG II and III they move by Assault Movement, or with a leader.", "RR-07",
    ),
    Mend(
        4, ("BRT 15.2", "BRT 15.6081", "BRT CG7.1", "BRT CG11"),
        "after the Initial Scenario the Japanese set up on beaches and pier too, and whatever Setup Area they were "
        "Retained in; they do so in the Hinterland, where they were Retained, nobody of the pool in a Marine Setup "
        "Area.", "RR-15",
    ),
    Mend(4, ("BRT 15.607",
             "BRT 15.2"),
             "a Perimeter could be of hexes apart from each other; each of its FLL is next to another.", "RR-37"),
    Mend(
        4, ("BRT CG18.11", "BRT CG19"),
        "with what is hidden on paper Leader Determination was left without the LD DRs of the Marines, and leaders who "
        "had been eliminated were determined afterwards; all who are left undetermined are rolled for, and nobody "
        "else.", "RR-50",
    ),
    Mend(
        4, ("BRT CG5", "BRT CG2.3"),
        "Pathfinders and Armor Leaders of a wave that failed to enter stayed off the map while a Cloaking box lay "
        "closed on paper; they are eliminated with it.", "RR-51",
    ),
    Mend(
        4, ("BRT CG6", "BRT CG3.3"),
        "aircraft that left at the end of a Defensive Fire Phase were gone at once, and naval fire followed in that "
        "phase; it does not.", "RR-04",
    ),
    Mend(
        4, ("BRT CG3.21",),
        "a battery that had kept its ROF as the enemy moved could not fire in the Defensive Fire Phase; like any Gun "
        "it may.", "RR-18",
    ),
    Mend(
        4, ("BRT CG2.1",),
        "a Reinforcement BLT had no Entry Area assigned once purchases were made, which are a step of the same Refit "
        "Phase; it may be.", "RR-22",
    ),
    Mend(
        4, ("BRT CG2.3", "BRT CG13"),
        "tanks could come as Passengers of LVTs, and crews without a Gun in jeeps on the pier; neither does.", "RR-17",
    ),
    Mend(
        4, ("BRT CG10", "BRT 15.13"),
        "the slip of a Night Banzai could be opened before the Marines had set up; it is opened as the attempt is "
        "resolved.", "RR-54",
    ),
    Mend(
        4, ("BRT CG3.21", "BRT CG3.23"),
        "what a battery had acquired was lost with each Player Turn; it is where the next gains no Battery Access "
        "(reading R-74).", "RR-45",
    ),
    Mend(4, ("BRT CG6",
             "BRT CG10"),
             "an Air Support dr or a charge that was due was asked for by 15.3; it is by its own rule.", "BRT-S-30"),
    Mend(4, ("BRT CG5",), "Armor Leaders could be Cloaked; they come in their vehicles.", "RR-42"),
    Mend(
        4, ("BRT CG3.21", "BRT CG3.23"),
        "Battery Access of a NOBA mission that ran served Direct Fire in later Player Turns, by SFCP and Observer; it "
        "is gained in each Player Turn. A hit on the pier, which stands in water, left Smoke; it leaves none.", "RR-01",
    ),
    Mend(
        4, ("BRT CG3.11", "BRT CG3.12", "BRT CG3.1", "BRT CG3.2", "BRT CG3.23", "BRT CG3.21"),
        "a mission was placed without Battery Access or Radio Contact where counters of an earlier one lay, NOBA that "
        "was announced did not bind once its SFCP was lost, an Observer saw while a SFCP was in contact, and a second "
        "SFCP's announcement was not asked for (readings R-80, R-81).", "RO-01",
    ),
    Mend(
        4, ("BRT CG3.2",),
        "an exchange whose slip was opened before its date was lost, and on paper two slips could say one "
        "date.", "RR-60",
    ),
    Mend(
        4, ("BRT CG3.13",),
        "a Line of Fire was refused for edges that nobody had read out, and for land that was not known to be "
        "far.", "RR-21",
    ),
    Mend(
        4, ("BRT CG2.3", "BRT CG3.11", "BRT CG5"),
        "a SFCP that comes back was tied to the Scout Snipers by themselves, and lost; it comes with the first wave of "
        "a BLT. A wave was eliminated where the scenario ended before its Movement Phase, Pathfinders were not while a "
        "Cloaking box was closed, and what was left of a Formation that had landed had no wave of its own.", "RR-10",
    ),
    Mend(
        4, ("BRT CG2.3", "BRT CG2.4", "BRT 15.2"),
        "nobody waded in at Z33, behind the Follow-On Battalion no wave was planned, and units of the HQ Company "
        "joined the First Assault Wave where there was no LVT.", "RR-12",
    ),
    Mend(
        4, ("BRT 15.2", "BRT CG2.3"),
        "LVTs came again in the scenario in which they had landed, and a hero counted as one; they are Retained for "
        "the next.", "RR-11",
    ),
    Mend(4, ("BRT CG13",),
         "+2 was added to the Manhandling DR out of an Ocean hex too; it is for entering one.", "RR-06"),
    Mend(
        4, ("BRT CG2.4",),
        "where there is no Regimental Reserve, a Divisional one waited for the Follow-On Battalion; it waits for the "
        "At-Start BLTs (reading R-82).", "RR-63",
    ),
    Mend(
        4, ("BRT CG3.11",),
        "a radio that was lost was repaired where its SFCP stood; it comes with the first Assault Wave of the next "
        "scenario (reading R-83).", "BRT-S-111",
    ),
    Mend(
        5, ("BRT CG3.11", "BRT CG3.3", "BRT CG3.21"),
        "what had been announced of a battery was forgotten as Air Support came, so that it fired otherwise once that "
        "had left, or lost the Battery Access of its NOBA mission with the Player Turn; it binds for the Player "
        "Turn.", "RK-01",
    ),
    Mend(
        5, ("BRT CG3.11", "BRT CG3.21"),
        "NOBA that was announced in a Player Turn without Battery Access held Battery Access of a later one beyond its "
        "end; it lapses as all that was gained for no NOBA mission.", "RK-02",
    ),
    Mend(
        5, ("BRT CG2.3", "BRT 15.3"),
        "going on out of the last phase of a Marine Player Turn gave up a wave that was due without its having been "
        "said; it is given up by `over missed=yes`.", "RL-02",
    ),
    Mend(
        5, ("BRT CG6", "BRT CG7.1", "BRT CG7.2"),
        "an Air Support dr, a Replenishment DR or a Reinforcement dr that was insisted on outside its phase counted as "
        "several irregularities; it is out of its phase, once.", "RL-01",
    ),
    Mend(
        5, ("BRT CG2.2",),
        "a Formation of which something had entered could go to no other BLT; the text says who may, and not until "
        "when (reading R-84).", "RL-03",
    ),
    Mend(
        5, ("BRT CG13", "BRT 15.2", "BRT 15.6081"),
        "a Gun was set up in another Setup Area than that in which it ended the last scenario, where CG13 let it; "
        "there it was Retained.", "RL-04",
    ),
)  # fmt: skip
