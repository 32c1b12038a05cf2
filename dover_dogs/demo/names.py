"""Words for invented people, dogs and papers. Telephones end in 555-01xx and mail goes to example.org: nobody's."""

from __future__ import annotations

from typing import NamedTuple


class Someone(NamedTuple):
    """A person, or with a last name alone an organization, whose name or address tries the search."""

    first: str
    last: str
    house: int | None = None


REMARKABLE: tuple[tuple[Someone, ...], ...] = (
    (Someone("Maeve", "O’Brien"), Someone("Declan", "O’Brien")),
    (Someone("Mary", "Murphy", 5),),
    (Someone("Mary", "Murphy", 50),),
    (Someone("José", "Núñez"), Someone("Lucía", "Núñez")),
    (Someone("Anne-Marie", "Smith-Jones"),),
    (Someone("Siân", "D’Angelo"),),
    (Someone("Zoë", "Müller"), Someone("Jürgen", "Müller")),
    (Someone("Søren", "Kjær"),),
    (Someone("Wanda", "Łukasiewicz"),),
    (Someone("Kateryna", "Shevchenko"),),
    (Someone("Jean-Luc", "L’Heureux"), Someone("Geneviève", "Côté-Lavoie")),
    (Someone("Nguyễn", "Trần"),),
    (Someone("Robert", "St. John"),),
    (Someone("Sean", "McDonough"), Someone("Shaun", "MacDonough")),
    (Someone("Ana Sofía", "de la Cruz"),),
    (Someone("", "Ten Mile River Hound Rescue"),),
)
"""Households with accents, apostrophes, hyphens, two of one name, and an organization."""

FIRST = (
    "Abigail", "Adam", "Aisha", "Alan", "Alice", "Amara", "Amy", "Andrew", "Angela", "Anthony", "Barbara", "Ben",
    "Beth", "Brian", "Carla", "Carol", "Catherine", "Charles", "Chloe", "Chris", "Claire", "Daniel", "David",
    "Dawn", "Diane", "Donald", "Donna", "Edward", "Eileen", "Elena", "Ella", "Emily", "Eric", "Ethan", "Frances",
    "Frank", "Gary", "George", "Grace", "Greg", "Hannah", "Harold", "Helen", "Henry", "Ian", "Irene", "Isaac",
    "Jack", "James", "Janet", "Jason", "Jean", "Joan", "John", "Joseph", "Joyce", "Judith", "Julia", "Karen",
    "Keith", "Kevin", "Laura", "Leon", "Linda", "Louis", "Lucy", "Marcus", "Margaret", "Maria", "Mark", "Martha",
    "Martin", "Michael", "Monica", "Nancy", "Naomi", "Nathan", "Nicole", "Nina", "Olivia", "Oscar", "Pamela",
    "Patrick", "Paul", "Peter", "Philip", "Priya", "Rachel", "Raymond", "Rebecca", "Richard", "Rosa", "Ruth",
    "Samuel", "Sandra", "Sarah", "Scott", "Stephen", "Susan", "Teresa", "Thomas", "Victor", "Walter", "William",
)  # fmt: skip

LAST = (
    "Abbott", "Adler", "Allen", "Alvarez", "Baird", "Baker", "Bates", "Bell", "Benson", "Bishop", "Boyd", "Brady",
    "Briggs", "Brooks", "Burke", "Butler", "Cannon", "Carey", "Carter", "Chapman", "Cohen", "Cole", "Conklin",
    "Crawford", "Daley", "Dawson", "Diaz", "Dixon", "Doyle", "Drake", "Dunn", "Eaton", "Ellis", "Farrell", "Finch",
    "Fisher", "Fleming", "Flores", "Foster", "Fowler", "Gallagher", "Garcia", "Gibson", "Grant", "Griffin", "Hale",
    "Harper", "Hart", "Hayes", "Hoffman", "Holmes", "Hughes", "Hunt", "Jenkins", "Johnson", "Kaplan", "Keller",
    "Kelly", "Kim", "Klein", "Lambert", "Larsen", "Lawson", "Lee", "Lopez", "Lowe", "Lynch", "Marsh", "Mason",
    "Meyer", "Mitchell", "Moore", "Morales", "Murray", "Myers", "Nash", "Nolan", "Olsen", "Owens", "Palmer",
    "Parker", "Patel", "Perry", "Pierce", "Porter", "Preston", "Quinn", "Ramos", "Reed", "Reilly", "Rivera",
    "Roberts", "Romano", "Rossi", "Russo", "Ryan", "Sanders", "Schmidt", "Shaw", "Simmons", "Stein", "Sutton",
    "Tanner", "Tate", "Thompson", "Torres", "Tucker", "Vaughn", "Wagner", "Wallace", "Walsh", "Weaver", "Webb",
    "Wheeler", "Whitman", "Wilcox", "Wilson", "Wood", "Wright", "Young",
)  # fmt: skip

DOGS = (
    "Ace", "Angel", "Annie", "Apollo", "Archie", "Bailey", "Bandit", "Bear", "Beau", "Bella", "Benji", "Biscuit",
    "Blue", "Bonnie", "Boomer", "Brandy", "Brutus", "Buddy", "Buster", "Callie", "Casey", "Charlie", "Chester",
    "Chief", "Chloé", "Cinnamon", "Clover", "Coco", "Cookie", "Cooper", "Daisy", "Dakota", "Dexter", "Diesel",
    "Dixie", "Duke", "Duchess", "Ella", "Finn", "Fiona", "Frankie", "Ginger", "Gracie", "Gus", "Harley", "Hazel",
    "Henry", "Holly", "Honey", "Hunter", "Izzy", "Jack", "Jasper", "Josie", "Juno", "Kona", "Lady", "Layla", "Leo",
    "Lilly", "Lola", "Louie", "Lucky", "Lucy", "Luna", "Maggie", "Marley", "Max", "Milo", "Minnie", "Mocha", "Molly",
    "Moose", "Murphy", "Nala", "Ollie", "Oreo", "Otis", "Peanut", "Penny", "Pepper", "Piper", "Princess", "Ranger",
    "Rex", "Riley", "Rocky", "Roxy", "Ruby", "Rufus", "Rusty", "Sadie", "Sam", "Scout", "Shadow", "Smokey", "Sophie",
    "Stella", "Sunny", "Teddy", "Thor", "Toby", "Tucker", "Walter", "Willow", "Winston", "Ziggy", "Zoe",
)  # fmt: skip

BREEDS = (
    "American Staffordshire Terrier", "Australian Shepherd", "Basset Hound", "Beagle", "Bernese Mountain Dog",
    "Bichon Frise", "Border Collie", "Boston Terrier", "Boxer", "Bulldog", "Cavalier King Charles Spaniel",
    "Chesapeake Bay Retriever", "Chihuahua", "Cocker Spaniel", "Collie mix", "Corgi", "Dachshund", "Doberman Pinscher",
    "English Setter", "German Shepherd", "German Shorthaired Pointer", "Golden Retriever", "Great Dane", "Greyhound",
    "Havanese", "Hound mix", "Jack Russell Terrier", "Labrador Retriever", "Labrador Retriever mix", "Maltese",
    "Newfoundland", "Pit Bull Terrier mix", "Pomeranian", "Poodle", "Pug", "Rottweiler", "Shepherd mix", "Shih Tzu",
    "Siberian Husky", "Terrier mix", "Vizsla", "Weimaraner", "Yorkshire Terrier",
)  # fmt: skip

COLORS = (
    "black", "black and tan", "black and white", "blue merle", "brindle", "brown", "brown and white", "chocolate",
    "cream", "fawn", "golden", "gray", "liver and white", "red", "sable", "silver", "tan", "tricolor", "white",
    "white and tan", "yellow",
)  # fmt: skip

MARKINGS = (
    "", "", "", "", "white chest", "left ear notched", "white socks", "blaze on the forehead", "one blue eye",
    "docked tail", "scar on the right foreleg", "gray muzzle", "spotted tongue",
)  # fmt: skip

VETERINARIANS = (
    "Dr. J. Reyes, Harlem Valley Animal Hospital",
    "Dr. Ellen Fairbanks",
    "Dr. P. Okafor, Route 22 Veterinary Clinic",
    "Dr. Simon Weiss",
    "Dr. C. Duvall, Bay Country Veterinary Practice",
    "Dr. Hana Kovář",
)
VACCINES = (("Rabisafe 3", "Northfield Biologics"), ("Canivac R", "Hudson Animal Health"), ("RabGuard", "Veterix"))
STATEMENT_REASONS = ("Immune-mediated disease", "Severe reaction to an earlier vaccination", "Under chemotherapy")
NOTES = ("", "", "", "", "", "", "Prefers to be telephoned.", "Ring at the side door.", "Dog in the yard: call first.")

STAFF = {
    "clerk": ("Ruth", "Hollister"),
    "officer": ("Dale", "Brennan"),
    "treasurer": ("Marian", "Kessler"),
    "inspector": ("Owen", "Prescott"),
    "manager": ("Gloria", "Whitfield"),
}
